import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { watchedBrowser } from '../../support/browser.ts';
import { demoPerson, newShopper, type Person, stockroom } from '../../support/people.ts';
import { queryShop } from '../../support/shop-database.ts';
import { WIDTHS } from '../../support/widths.ts';

const browser = watchedBrowser();
const goods = stockroom();
let admin: Person;
beforeAll(async () => {
  admin = await demoPerson('admin@example.com');
});

describe.each(WIDTHS)('on a $name', ({ viewport, name, isWide }) => {
  let page: Page;
  const main = () => page.getByRole('main');
  const alert = () => main().getByRole('alert');
  const field = (label: string) => main().getByLabel(label, { exact: true });
  const addProduct = () => main().getByRole('button', { name: 'Add Product', exact: true });
  const fill = async (product: string) => {
    await field('Name').fill(product);
    await field('Price').fill('59.90');
    await field('Category').selectOption('Jersey');
    await field('Gender').fill('Unisex');
    await field('Details').fill('Light and quiet.');
  };
  beforeAll(async () => {
    page = await browser.open({ viewport, storageState: admin.storageState });
  });

  test('Make Admin has an email field and its button, and says when it is done [1.6, 1.14, 2.12, 2.107, 6.10, 8.11]', async () => {
    const shopper = await newShopper(`Ad Min ${name}`);
    await queryShop('update users set email_verified = true where email = $1', [shopper.email]);
    await page.goto('/makeAdmin');
    expect(await field('Email').getAttribute('type')).toBe('email');
    await field('Email').fill(shopper.email);
    await main().getByRole('button', { name: 'Make Admin', exact: true }).click();
    await alert().waitFor();
    expect(await alert().textContent()).toBe('You Added Admin Successfully .');
    const rows = await queryShop('select role from users where email = $1', [shopper.email]);
    expect(rows).toEqual([{ role: 'admin' }]);
    await main()
      .getByRole('button', { name: `Remove ${shopper.email}`, exact: true })
      .click();
    await page.getByRole('button', { name: 'Yes, remove' }).click();
    await main().getByText(`${shopper.email} is no admin any more.`, { exact: true }).waitFor();
    expect(await queryShop('select role from users where email = $1', [shopper.email])).toEqual([
      { role: 'shopper' },
    ]);
  });

  test("the form is headed 'Add New Product' and asks for what a product has [2.10, 2.110, 5.1, 5.3, 5.4]", async () => {
    await page.goto('/addProduct');
    expect(await main().getByRole('heading', { level: 1 }).textContent()).toBe('Add New Product');
    const rules = async (label: string) =>
      field(label).evaluate((input) => (input as HTMLInputElement).required);
    for (const label of ['Name', 'Price', 'Category', 'Gender', 'Details']) {
      expect([label, await rules(label)]).toEqual([label, true]);
    }
    expect(await rules('Image (optional)')).toBe(false);
    expect(await field('Image (optional)').getAttribute('accept')).toBe('image/*');
  });

  test('a category is chosen among Jersey, Cloths, Shoes and Gadget [5.3, 9.13]', async () => {
    const values = await field('Category')
      .locator('option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    expect(values.filter(Boolean).sort()).toEqual(['Cloths', 'Gadget', 'Jersey', 'Shoes']);
  });

  test('without its required fields a product is not added [5.1, 5.2, 5.3]', async () => {
    await addProduct().click();
    for (const text of [
      'A name is needed.',
      'A price is needed.',
      'Please choose a category.',
      'A gender is needed.',
      'Details are needed.',
    ]) {
      expect(await main().getByText(text, { exact: true }).isVisible()).toBe(true);
    }
    await field('Price').fill('cheap');
    await field('Name').fill('');
    await addProduct().click();
    await main().getByText('A price is a number such as 29.90.', { exact: true }).waitFor();
  });

  test("a product that can't be added is an alert 'Failed to add product.' [8.1]", async () => {
    await fill('Failing Scarf');
    // A category that has gone since the page was opened.
    await field('Category').evaluate((select) => {
      const option = (select as HTMLSelectElement).selectedOptions[0];
      if (option) option.value = 'Hats';
    });
    await addProduct().click();
    await alert().waitFor();
    expect(
      await alert()
        .getByText(/^Failed to add product\. /)
        .isVisible(),
    ).toBe(true);
    expect(await field('Name').inputValue()).toBe('Failing Scarf');
    // What refuses the request on its way has no words of the page.
    const body = JSON.stringify({ code: 'rate_limited', detail: 'Too many at once.' });
    const refused = { status: 429, contentType: 'application/problem+json', body };
    await page.route('**/addProduct.data*', (route) => route.fulfill(refused));
    await addProduct().click();
    await alert().getByText('Failed to add product. Too many at once.', { exact: true }).waitFor();
    await page.unroute('**/addProduct.data*');
    expect(await field('Name').inputValue()).toBe('Failing Scarf');
    await field('Name').fill('');
  });

  test("a product without image is added: 'Product added successfully!', and the form resets [1.6, 1.12, 3.4, 5.4, 6.8, 8.2]", async () => {
    await page.goto('/addProduct');
    const product = `Spec Windbreaker ${name}`;
    await fill(product);
    await addProduct().click();
    await alert().waitFor();
    expect(await alert().textContent()).toBe('Product added successfully!');
    for (const label of ['Name', 'Price', 'Category', 'Gender', 'Details']) {
      expect([label, await field(label).inputValue()]).toEqual([label, '']);
    }
    const [added] = await (
      await admin.call('GET', `/products?${new URLSearchParams({ q: product })}`)
    ).json();
    expect(added).toMatchObject({ name: product, category: 'Jersey', price: 59.9, img: null });
    await admin.call('DELETE', `/products/${added._id}`);
  });

  test('all products are a grid of cards with 100 characters of the description and Remove [2.108, 2.109, 9.14]', async () => {
    const descriptions = `${'0123456789'.repeat(10)}and no more`;
    await goods.add(`Managed Scarf ${name}`, { descriptions });
    await page.goto('/manageAllProducts');
    const card = page.getByRole('article', { name: `Managed Scarf ${name}`, exact: true });
    expect(await card.getByText('0123456789'.repeat(10), { exact: false }).textContent()).toBe(
      `${'0123456789'.repeat(10)}…`,
    );
    const all = await (await admin.call('GET', '/products')).json();
    await main().getByText(`${all.length} products`, { exact: true }).waitFor();
    const cards = main().getByRole('article');
    expect(await cards.getByRole('button', { name: 'Remove', exact: true }).count()).toBe(
      await cards.count(),
    );
    const [first, second] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()];
    expect(first?.y === second?.y).toBe(isWide);
  });

  test("Remove asks 'Are you sure you want to delete the product' and says 'deleted successfully' [1.6, 1.12, 2.13, 5.14, 6.8, 8.12]", async () => {
    const card = page.getByRole('article', { name: `Managed Scarf ${name}`, exact: true });
    await card.getByRole('button', { name: 'Remove', exact: true }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.waitFor();
    expect(await dialog.getByRole('heading').textContent()).toBe(
      'Are you sure you want to delete the product',
    );
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await card.count()).toBe(1);
    await card.getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await main().getByText('deleted successfully', { exact: true }).waitFor();
    expect(
      await main().getByRole('status').filter({ hasText: 'deleted successfully' }).count(),
    ).toBe(1);
    expect(await card.count()).toBe(0);
  });
});
