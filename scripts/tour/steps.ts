import type { Page } from 'playwright-core';

/** Opens an address and waits until scripts work. */
export function visit(path: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  };
}

/** Finds a product with sizes and a sold-out one, by the shop's own call. */
export async function findProducts(url: string): Promise<{ sized: string; soldOut: string }> {
  const response = await fetch(`${url}/products`);
  const products = (await response.json()) as {
    slug: string;
    category: string;
    stock: boolean;
    variants: { size: string | null; color: string | null; inventory: number }[];
  }[];
  const sized = products.find(
    ({ category, variants }) =>
      category === 'Cloths' &&
      variants.length > 6 &&
      variants.every(({ size, color }) => size && color),
  );
  const soldOut = products.find(({ stock }) => stock);
  if (!sized || !soldOut) throw new Error('The demo shop lacks a product for the tour.');
  return { sized: sized.slug, soldOut: soldOut.slug };
}

/** Chooses the first available option of a product. */
export async function choose(page: Page, legend: 'Colour' | 'Size'): Promise<void> {
  const group = page.getByRole('main').getByRole('group', { name: legend });
  await group.locator('input[type=radio]:enabled').first().locator('xpath=ancestor::label').click();
}

export async function addToCart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add To Cart' }).click();
  await page.getByText('In your cart.').waitFor();
}

/** Sets the shipping estimate on the cart page. */
export async function setDestination(page: Page, city: string): Promise<void> {
  await page.getByLabel('City Name').fill(city);
  await page.getByLabel('Zip Code').fill('4100');
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByRole('link', { name: 'Checkout' }).waitFor();
}

export async function payByCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel(/expir/i).fill('12/40');
  await page.getByLabel(/cvc|security/i).fill('123');
  await page.getByRole('button', { name: 'Pay Now' }).click();
}
