import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { importProducts } from '#features/product-management/import/import-products.ts';
import { withShop } from './with-shop.ts';

// npm run import -- FILE.csv [--category NAME]: puts the products of a Shopify CSV file on sale.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { category: { type: 'string' } },
});
const [path, ...more] = positionals;
if (path === undefined || more.length > 0) {
  console.error('Usage: npm run import -- FILE.csv [--category NAME]');
  process.exit(1);
}
const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
  console.error(
    `${path} can't be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}.`,
  );
  process.exit(1);
});

await withShop(async (ctx) => {
  const names = [...ctx.shop.categories.map(({ name }) => name), ctx.shop.offerCategory];
  const category = values.category ?? names[0] ?? '';
  if (!names.includes(category)) {
    console.error(`--category must be one of: ${names.join(', ')}.`);
    return 1;
  }
  const report = await importProducts(ctx, text, { category, actor: 'npm run import' });
  for (const { line, reason } of report.problems) console.error(`${path}:${line}: ${reason}`);
  console.log(
    `${report.added} products with ${report.variants} variants added, ${report.unchanged} were in the shop already, ${report.problems.length} problems.`,
  );
  if (report.uncategorised > 0) {
    console.log(
      `${report.uncategorised} of them name no category of this shop and went to ${category} (--category chooses another).`,
    );
  }
  return report.problems.length > 0 ? 1 : 0;
});
