/**
 * Imports the products of a CSV file in Shopify's format. Reports errors by line and imports the
 * rest. Skips a product that exists (by its handle), so importing a file twice changes nothing the
 * second time. The memory in use does not grow with the file.
 */
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { slugify } from '#shared/slug.ts';
import type { Ctx } from '../../context.ts';
import type { Category } from '../../sections.ts';
import { countProducts, selectTakenSlugs } from '../product-management.store.ts';
import { requireKnownCategory } from '../refusals.ts';
import { type CsvProblem, type CsvSource, ofText } from './csv-file.ts';
import { insertBatch, type Outcome, type WantedProduct } from './insert-batch.ts';
import { type CsvProduct, checkProductCsv, readProductCsv } from './read-csv.ts';

/** A transaction has at most so many products, and begins no product after so many variants. */
const PRODUCTS_AT_ONCE = 500;
const VARIANTS_AT_ONCE = 5_000;
/** The most problems that a report names. */
const MOST_PROBLEMS = 10_000;

export interface ImportReport {
  added: number;
  variants: number;
  /** Products that existed before. */
  unchanged: number;
  /** Products without a category in the file; they get `category`. */
  uncategorised: number;
  problemCount: number;
  /** The first of them, by line. */
  problems: CsvProblem[];
}

export interface ImportOptions {
  /** For products that name no category and whose type and tags are none. */
  category: string;
  /** An account's id or a command's name, for the stock movements. */
  actor: string;
  /** Called after each batch with the number of products that were read, and of those in the file. */
  onProgress?: (done: number, total: number) => void;
}

export async function importProducts(
  ctx: Ctx,
  file: string | CsvSource,
  options: ImportOptions,
): Promise<ImportReport> {
  await requireKnownCategory(ctx, options.category);
  const open = typeof file === 'string' ? ofText(file) : file;
  const { count, broken } = await checkProductCsv(open);
  const report = newReport();
  if (broken) addProblem(report, broken);
  else await importChecked(ctx, open, count, options, report);
  report.problems.sort((a, b) => a.line - b.line);
  return report;
}

/** True when the shop has (or had) products that are not from this file. */
export async function holdsOtherProducts(ctx: Ctx, text: string): Promise<boolean> {
  const handles: string[] = [];
  for await (const item of readProductCsv(ofText(text))) {
    if ('product' in item) handles.push(slugify(item.product.handle));
  }
  const fromFile = await selectTakenSlugs(ctx.db, handles);
  return (await countProducts(ctx.db)) > fromFile.size;
}

async function importChecked(
  ctx: Ctx,
  open: CsvSource,
  total: number,
  options: ImportOptions,
  report: ImportReport,
): Promise<void> {
  const run = { actor: options.actor, firstId: newId('prd') };
  const { categories } = await ctx.sections.read();
  let done = 0;
  let inserting = Promise.resolve();
  const batches = readBatches(ctx, open, categories, options.category);
  for await (const { batch, problems, count } of batches) {
    for (const problem of problems) addProblem(report, problem);
    // The database inserts a batch while the next one is read.
    await inserting;
    inserting = insertBatch(ctx, batch, run).then((outcomes) => {
      for (const [index, outcome] of outcomes.entries()) {
        const wanted = batch[index];
        if (wanted) countOutcome(report, wanted, outcome);
      }
      done += count;
      options.onProgress?.(done, total);
    });
    // The loop throws it at its next turn.
    inserting.catch(() => {});
  }
  await inserting;
}

async function* readBatches(
  ctx: Ctx,
  open: CsvSource,
  categories: readonly Category[],
  otherwise: string,
) {
  const newest = ctx.now().getTime();
  const otherwiseId = categories.find(({ name }) => name === otherwise)?.id ?? '';
  let read = 0;
  const start = () => ({ batch: [] as WantedProduct[], problems: [] as CsvProblem[], count: 0 });
  let next = start();
  let variants = 0;
  for await (const item of readProductCsv(open)) {
    if ('problem' in item) {
      next.problems.push(item.problem);
      if (item.isProduct) next.count += 1;
    } else if (isUnknown(categories, item.product)) {
      next.problems.push(unknownCategory(categories, item.product));
      next.count += 1;
    } else {
      const { product } = item;
      const named = findCategory(categories, product);
      const categoryId = named?.id ?? otherwiseId;
      // Lists show the newest first. A millisecond between products preserves the order of the file.
      const isUncategorised = named === undefined;
      next.batch.push({ product, categoryId, isUncategorised, createdAt: new Date(newest - read) });
      next.count += 1;
      read += 1;
      variants += product.variants.length;
    }
    const isFull =
      next.batch.length >= PRODUCTS_AT_ONCE ||
      variants >= VARIANTS_AT_ONCE ||
      next.problems.length >= PRODUCTS_AT_ONCE;
    if (!isFull) continue;
    yield next;
    next = start();
    variants = 0;
  }
  yield next;
}

function newReport(): ImportReport {
  return { added: 0, variants: 0, unchanged: 0, uncategorised: 0, problemCount: 0, problems: [] };
}

function addProblem(report: ImportReport, problem: CsvProblem): void {
  report.problemCount += 1;
  if (report.problems.length < MOST_PROBLEMS) report.problems.push(problem);
}

function countOutcome(
  report: ImportReport,
  { product, isUncategorised }: WantedProduct,
  outcome: Outcome,
): void {
  if (outcome === 'unchanged') {
    report.unchanged += 1;
  } else if (outcome instanceof AppError) {
    const reason = `${product.handle}: ${outcome.message}`;
    addProblem(report, { line: product.line, reason });
  } else {
    report.added += 1;
    report.variants += product.variants.length;
    if (isUncategorised) report.uncategorised += 1;
  }
}

/** The category that the file names; in files of other shops, the one of the type or a tag. */
function findCategory(categories: readonly Category[], product: CsvProduct): Category | undefined {
  if (product.category) return categories.find(({ name }) => name === product.category);
  const said = [product.type, ...product.tags].map((word) => word.toLowerCase());
  return categories.find(({ name }) => said.includes(name.toLowerCase()));
}

/** Whether the file names a category that the shop does not have. */
function isUnknown(categories: readonly Category[], product: CsvProduct): boolean {
  return product.category !== '' && findCategory(categories, product) === undefined;
}

function unknownCategory(categories: readonly Category[], product: CsvProduct): CsvProblem {
  const names = categories.map(({ name }) => name).join(', ');
  const reason = `${product.handle}: There is no category "${product.category}". The shop has: ${names}.`;
  return { line: product.line, reason };
}
