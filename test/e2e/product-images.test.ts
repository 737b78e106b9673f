import { describe, expect, inject, test } from 'vitest';
import { fillInProduct, imageFile, overflowOf, watchedBrowser } from '../support/browser.ts';
import { imagesOf, pngOf } from '../support/images.ts';
import { signInAs } from '../support/people.ts';

const browser = watchedBrowser();
const desktop = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 800 } };
const DONE = 'Image uploaded successfully:';

describe.each([
  ['1280 px', desktop, true],
  ['390 px', phone, true],
  ['390 px without script', phone, false],
])('adding a product at %s', (_, size, javaScriptEnabled) => {
  test('with an image shows it in its category', async () => {
    const page = await browser.open({ ...size, javaScriptEnabled });
    await signInAs(page, 'admin@example.com');
    const name = `Pictured Parka ${crypto.randomUUID().slice(0, 8)}`;
    await fillInProduct(page, { name, price: '89.90', category: 'Jersey' });
    const button = page.getByRole('main').getByRole('button', { name: 'Add Product' });
    await page.getByLabel('Image').setInputFiles(imageFile(pngOf(800, 1_000)));
    if (javaScriptEnabled) await page.getByText(DONE).waitFor();
    await button.click();
    await page.getByRole('alert').getByText('Product added successfully!').waitFor();
    for (const label of ['Name', 'Price', 'Details', 'Image']) {
      expect([label, await page.getByLabel(label).inputValue()]).toEqual([label, '']);
    }
    expect(await page.getByText(DONE).count()).toBe(0);
    expect(await overflowOf(page)).toBe(0);
    await page.goto('/jersey');
    const card = page.getByRole('article').filter({ hasText: name });
    await expect
      .poll(() =>
        card.locator('img').evaluate((image: HTMLImageElement) => {
          image.scrollIntoView();
          return [image.naturalWidth > 0, new URL(image.currentSrc).pathname];
        }),
      )
      .toEqual([true, expect.stringMatching(/^\/uploads\/[0-9a-f]{32}-(?:400|800)\.avif$/)]);
  });
});

test('the image of a new product can be taken back, and then there is none', async () => {
  const page = await browser.open(phone);
  await signInAs(page, 'admin@example.com');
  await page.goto('/addProduct');
  await page.getByLabel('Image').setInputFiles(imageFile(await imagesOf.jpeg()));
  await page.getByText(DONE).waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
  expect(await page.getByText(DONE).count()).toBe(0);
  const name = `Plain Parka ${crypto.randomUUID().slice(0, 8)}`;
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Price').fill('9.90');
  await page.getByLabel('Category').selectOption('Gadget');
  await page.getByLabel('Gender').fill('Unisex');
  await page.getByLabel('Details').fill('Unseen.');
  await page.getByRole('main').getByRole('button', { name: 'Add Product' }).click();
  await page.getByText('Product added successfully!').waitFor();
  const products = await (await fetch(`${inject('shopUrl')}/products?q=Plain+Parka`)).json();
  expect(products.find((product: { name: string }) => product.name === name).img).toBeNull();
});
