import { describe, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { fillInProduct, LOST, loseResponse, signIn, watchedBrowser } from '../support/browser.ts';
import { signInAs } from '../support/people.ts';
import { queryShop } from '../support/shop-database.ts';

const browser = watchedBrowser();

describe('an unsaved product', () => {
  test('is not lost by a click: the page asks first', async () => {
    const page = await browser.open();
    await signIn(page, 'admin@example.com');
    const toForm = async () => {
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('link', { name: 'Add Product' }).click();
      await page.getByRole('heading', { name: 'Add New Product' }).waitFor();
    };
    // Nothing typed, nothing asked.
    await toForm();
    await page.getByRole('banner').getByRole('link', { name: 'Shoes' }).click();
    await page.waitForURL(/\/shoes/);
    await toForm();
    await page.getByLabel('Name').fill('Half-typed');
    await page.getByRole('banner').getByRole('link', { name: 'Shoes' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await dialog.waitFor();
    await expect
      .poll(() => dialog.evaluate((popup) => popup.contains(document.activeElement)))
      .toBe(true);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Stay here' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Name').inputValue()).toBe('Half-typed');

    await page.goBack();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/addProduct');

    const asked = new Promise<string>((resolve) => {
      page.once('dialog', (browsers) => {
        resolve(browsers.type());
        void browsers.dismiss();
      });
    });
    await page.evaluate(() => setTimeout(() => location.reload()));
    expect(await asked).toBe('beforeunload');

    await page.getByRole('banner').getByRole('link', { name: 'Shoes' }).click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(/\/shoes/);
  });

  test('is asked for no more once it is saved, but still is after a refusal', async () => {
    const page = await browser.open({ expects: LOST });
    await signInAs(page, 'admin@example.com');
    await fillInProduct(page, { name: 'Saved Belt', price: '1e3', category: 'Cloths' });
    await page.getByRole('button', { name: 'Add Product' }).click();
    await page.getByText('A price is a number such as 29.90.').waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Shoes' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay here' }).click();
    await page.getByLabel('Price').fill('13');
    // The response of the first press is lost, so it is pressed again: one product is added.
    const add = () => page.getByRole('button', { name: 'Add Product' }).click();
    await loseResponse(page, 'addProduct', add);
    await page.getByText('The shop could not be reached.').waitFor();
    await add();
    await page.getByText('Product added successfully!').waitFor();
    expect(await queryShop("select slug from products where name = 'Saved Belt'")).toHaveLength(1);
    expect(await page.getByLabel('Name').inputValue()).toBe('');
    expect(await page.getByLabel('Category').inputValue()).toBe('');
    await page.getByRole('banner').getByRole('link', { name: 'Shoes' }).click();
    await page.waitForURL(/\/shoes/);

    await page.goto('/manageAllProducts?q=saved+belt');
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('deleted successfully').waitFor();
  });
});
