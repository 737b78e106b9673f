import { expect, test } from 'vitest';
import { ofText } from './csv-file.ts';
import { openProductFile, readProducts } from './product-file.ts';

/** The price of each row in cents, or the reason why it is refused. */
async function pricesIn(text: string): Promise<(number | null | string)[]> {
  const found: (number | null | string)[] = [];
  for await (const item of readProducts(await openProductFile(ofText(text)))) {
    if ('product' in item) found.push(...item.product.variants.map((one) => one.priceMinor));
    else found.push(...item.problems.map(({ reason }) => reason));
  }
  return found;
}
const table = (...prices: string[]) =>
  ['Name;SKU;Price', ...prices.map((price, i) => `N${i};S${i};${price}`)].join('\n');
const shopify = (...prices: string[]) =>
  ['Handle,Title,Variant Price', ...prices.map((price, i) => `h${i},T,"${price}"`)].join('\n');

test('one amount with a decimal comma decides how all amounts of the file are read', async () => {
  expect(await pricesIn(table('1.299', '29,90', '1.299,50', '12'))).toEqual([
    ...[129_900, 2_990, 129_950, 1_200],
  ]);
  // Both signs are decimal here.
  expect(await pricesIn(table('29.9', '1.290', '29,90'))).toEqual([
    ...[2_990, expect.stringContaining('unclear whether 1.290 means 1290.00'), 2_990],
  ]);
});

test('without such an amount, only programs that export products mean decimals by a point', async () => {
  expect(await pricesIn(table('1.290', '5'))).toEqual([
    ...[expect.stringContaining('unclear whether 1.290 means 1290.00'), 500],
  ]);
  expect(await pricesIn(shopify('1.290', '1,290'))).toEqual([129, 129_000]);
  expect(await pricesIn(shopify('1.290', '7,5'))).toEqual([129_000, 750]);
});

test('WooCommerce writes prices and weights with the decimal sign of its shop', async () => {
  const file = 'Type,SKU,Name,Regular price,Sale price,Weight (kg)\nsimple,A,Hat,"29,90",,"0,55"';
  const { value } = await readProducts(await openProductFile(ofText(file))).next();
  expect(value).toMatchObject({ product: { variants: [{ priceMinor: 2_990, weightGrams: 550 }] } });
});
