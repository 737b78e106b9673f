/**
 * Imports the products of a CSV file in Shopify's format. Reports errors by line and imports the
 * rest. Skips a product that exists (by its handle), so importing a file twice changes nothing the
 * second time. The memory in use does not grow with the file.
 */
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { categoryNames } from '#shared/shop-config.ts';
import { slugify } from '#shared/slug.ts';
import type { Ctx } from '../../context.ts';
import { countProducts, selectTakenSlugs } from '../product-management.store.ts';
import { requireKnownCategory } from '../refusals.ts';
import { type CsvProblem, type CsvSource, ofText } from './csv-file.ts';
import { insertBatch, type Outcome, type WantedProduct } from './insert-batch.ts';
import { linkRelated } from './link-related.ts';
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
  /** For products whose category, type and tags are no category of the shop. */
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
  requireKnownCategory(ctx, options.category);
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
  let done = 0;
  let hasRelated = false;
  let inserting = Promise.resolve();
  for await (const { batch, problems, count } of readBatches(ctx, open, options.category)) {
    for (const problem of problems) addProblem(report, problem);
    hasRelated ||= batch.some(({ product }) => product.relatedHandles.length > 0);
    // The database inserts a batch while the next one is read.
    await inserting;
    inserting = insertBatch(ctx, batch, run).then((outcomes) => {
      for (const [index, outcome] of outcomes.entries()) {
        const wanted = batch[index];
        if (wanted) countOutcome(ctx, report, wanted.product, outcome);
      }
      done += count;
      options.onProgress?.(done, total);
    });
    // The loop throws it at its next turn.
    inserting.catch(() => {});
  }
  await inserting;
  // A product may be related to one further down in the file, so this reads it once more.
  if (hasRelated) await linkRelated(ctx, open, run.firstId);
}

async function* readBatches(ctx: Ctx, open: CsvSource, otherwise: string) {
  const newest = ctx.now().getTime();
  let read = 0;
  const start = () => ({ batch: [] as WantedProduct[], problems: [] as CsvProblem[], count: 0 });
  let next = start();
  let variants = 0;
  for await (const item of readProductCsv(open)) {
    if ('problem' in item) {
      next.problems.push(item.problem);
      if (item.isProduct) next.count += 1;
    } else {
      const { product } = item;
      const category = findCategory(ctx, product) ?? otherwise;
      // Lists show the newest first. A millisecond between products preserves the order of the file.
      next.batch.push({ product, category, createdAt: new Date(newest - read) });
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

function countOutcome(ctx: Ctx, report: ImportReport, product: CsvProduct, outcome: Outcome): void {
  if (outcome === 'unchanged') {
    report.unchanged += 1;
  } else if (outcome instanceof AppError) {
    const reason = `${product.handle}: ${outcome.message}`;
    addProblem(report, { line: product.line, reason });
  } else {
    report.added += 1;
    report.variants += product.variants.length;
    if (!findCategory(ctx, product)) report.uncategorised += 1;
  }
}

function findCategory(ctx: Ctx, product: CsvProduct): string | undefined {
  const names = categoryNames(ctx.shop);
  if (names.includes(product.category)) return product.category;
  const said = [product.type, ...product.tags].map((word) => word.toLowerCase());
  return names.find((name) => said.includes(name.toLowerCase()));
}
