import { stringify } from 'csv-stringify/sync';
import { type CsvProblem, ofText } from '#features/product-management/import/csv-file.ts';
import type { CsvProduct } from '#features/product-management/import/csv-product.ts';
import { openProductFile, readProducts } from '#features/product-management/import/product-file.ts';

export const COLUMNS =
  'Handle,Title,Body (HTML),Type,Tags,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price,Image Src,Image Alt Text,Variant Image';
/** A row by column name. */
export type Cells = Partial<Record<string, string>>;

/** A file in Shopify's format, with these columns more; a plain product where a row says nothing else. */
export function csv(rows: Cells[], more: string[] = []): string {
  const plain: Cells = { Title: 'A Thing', Type: 'Cloths', 'Variant Price': '10' };
  const filled = rows.map((row) => ({ ...plain, ...row }));
  return stringify(filled, { header: true, columns: [...COLUMNS.split(','), ...more] });
}

/** The products and the problems of a file. */
export async function readCsv(text: string) {
  const products: CsvProduct[] = [];
  const problems: CsvProblem[] = [];
  for await (const item of readProducts(await openProductFile(ofText(text)))) {
    if ('product' in item) products.push(item.product);
    else problems.push(...item.problems);
  }
  return { products, problems };
}
