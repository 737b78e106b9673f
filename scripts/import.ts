import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type CsvSource, ofText } from '#features/product-management/import/csv-file.ts';
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
const open = await openFile(path).catch((error: NodeJS.ErrnoException) => {
  console.error(
    `${path} can't be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}.`,
  );
  process.exit(1);
});

await withShop(async (ctx) => {
  const { categories } = await ctx.sections.read();
  const names = categories.map(({ name }) => name);
  const category = values.category ?? names[0] ?? '';
  if (!names.includes(category)) {
    console.error(`--category must be one of: ${names.join(', ')}.`);
    return 1;
  }
  const report = await importProducts(ctx, open, {
    category,
    actor: 'npm run import',
    onProgress: createProgress(),
  });
  for (const { line, reason } of report.problems) console.error(`${path}:${line}: ${reason}`);
  const unnamed = report.problemCount - report.problems.length;
  if (unnamed > 0) console.error(`${unnamed} more problems are not named.`);
  console.log(
    `${report.added} products with ${report.variants} variants added, ${report.unchanged} were in the shop already, ${report.problemCount} problems.`,
  );
  if (report.uncategorised > 0) {
    console.log(
      `${report.uncategorised} of them name no category of this shop and went to ${category} (--category chooses another).`,
    );
  }
  return report.problemCount > 0 ? 1 : 0;
});

/** The file as a stream that can be opened twice. What is no file, such as a pipe, goes to memory. */
async function openFile(name: string): Promise<CsvSource> {
  const isFile = (await stat(name)).isFile();
  return isFile ? () => createReadStream(name) : ofText(await readFile(name, 'utf8'));
}

/** Prints to standard error how far it is, once a second at most. */
function createProgress(): (done: number, total: number) => void {
  let last = performance.now();
  return (done, total) => {
    if (performance.now() - last < 1_000 && done < total) return;
    last = performance.now();
    console.error(`${done} of ${total} products read.`);
  };
}
