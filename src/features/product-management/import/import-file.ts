/**
 * The second pass over a file of products, in batches. Each batch is one transaction. The memory in
 * use does not grow with the file.
 */
import { inTransaction, type Tx } from '#db/client.ts';
import type { Ctx } from '../../context.ts';
import type { NewItem } from '../../staff-jobs/staff-jobs.ts';
import type { ProductCsvColumn } from '../product-csv.schema.ts';
import { applyBatch, type ImportBy, type Written } from './apply-batch.ts';
import { addressSaid, keyOf } from './check-file.ts';
import type { CsvProblem } from './csv-file.ts';
import { sizeOf } from './csv-product.ts';
import {
  BYTES_AT_ONCE,
  type ImportBook,
  type ImportCounts,
  type ImportPosition,
  VARIANTS_AT_ONCE,
} from './import-book.ts';
import {
  type ImportChoices,
  planBatch,
  reasonFor,
  type Verdict,
  type WantedProduct,
} from './plan-batch.ts';
import { type ProductFile, readProducts, untilAborted } from './product-file.ts';
import { readDescriptions } from './read-descriptions.ts';
import type { InFile } from './related.ts';
import { begin, standingAt, type Turn } from './turns.ts';

/** The most products of a transaction. */
const PRODUCTS_AT_ONCE = 500;
/** How many products a dry run shows in detail. */
const SHOWN = { new: 100, changed: 500 };

type ImportOptions = ImportChoices & ImportBy & { dryRun: boolean };

/**
 * The second pass, which goes on from a position and returns the last one. Ends early when
 * `book.signal` is aborted.
 */
export async function importFile(
  ctx: Ctx,
  file: ProductFile,
  book: ImportBook,
  options: ImportOptions,
  start: ImportPosition,
): Promise<ImportPosition> {
  let last = standingAt(start);
  try {
    for await (const batch of readBatches(untilAborted(book.signal, file), start)) {
      // The next batch is written while the database commits this one, which is half of the work.
      await (namesProducts(file) ? last.ready : last.done);
      if (book.signal.aborted) break;
      last = begin(last, (turn) => processBatch(ctx, batch, book, options, turn));
    }
  } catch (error) {
    if (!book.signal.aborted) throw error;
  }
  return last.done;
}

/**
 * Whether each product of the file is another one of the shop. In a table of SKUs, several rows may
 * belong to one product.
 */
function namesProducts({ dialect, format, mapping }: ProductFile): boolean {
  if (dialect === 'woocommerce') return true;
  const has = (column: ProductCsvColumn) =>
    dialect === 'other' ? Boolean(mapping[column]) : format.header.includes(column);
  return has('Handle') || has('Title');
}

/** A part of a file. It ends before the item with the number `items`. */
interface Batch {
  wanted: WantedProduct[];
  items: number;
  products: number;
  /** Products in which the first pass found a problem. */
  wrong: number;
}

async function* readBatches(file: ProductFile, start: ImportPosition): AsyncGenerator<Batch> {
  let { items, products } = { items: 0, products: start.products };
  let next: Batch = { wanted: [], items: start.items, products, wrong: 0 };
  let variants = 0;
  let size = 0;
  for await (const item of readProducts(file)) {
    items += 1;
    if (items <= start.items) continue;
    if ('product' in item) {
      // Lists show the newest first. A millisecond between two products keeps the order of the
      // file.
      const createdAt = new Date(start.newest - products);
      next.wanted.push({ product: item.product, createdAt });
      variants += item.product.variants.length;
      products += 1;
    } else if (item.isProduct) {
      next.wrong += 1;
      products += 1;
    }
    next.items = items;
    next.products = products;
    size += sizeOf(item);
    const isFull =
      next.wanted.length >= PRODUCTS_AT_ONCE ||
      variants >= VARIANTS_AT_ONCE ||
      size >= BYTES_AT_ONCE;
    if (!isFull && next.wrong < PRODUCTS_AT_ONCE) continue;
    yield next;
    next = { wanted: [], items, products, wrong: 0 };
    variants = 0;
    size = 0;
  }
  yield next;
}

async function processBatch(
  ctx: Ctx,
  batch: Batch,
  book: ImportBook,
  options: ImportOptions,
  turn: Turn,
): Promise<ImportPosition> {
  const lines = batch.wanted.map(({ product }) => product.line);
  const isWrong = await inTransaction(ctx.db, (tx) => book.linesWithProblem(tx, lines));
  const wanted = batch.wanted.filter(({ product }) => !isWrong.has(product.line));
  const refused = batch.wrong + isWrong.size;
  // When the database refuses a batch, each of its products becomes a batch. Only the last of them
  // moves the position, so that none is left out after a crash.
  let position: ImportPosition | null = null;
  let remaining = wanted.length;
  let last: ImportPosition | null = null;
  const startAt = async (): Promise<ImportPosition> => {
    if (position) return position;
    const { counts, ...start } = await turn.position();
    return { ...start, counts: { ...counts, refused: counts.refused + refused } };
  };
  const save = async (tx: Tx, of: WantedProduct[], verdicts: Verdict[], written: Written) => {
    const from = await startAt();
    const isLast = remaining === of.length;
    last = {
      ...from,
      counts: countVerdicts(from.counts, of, verdicts),
      relates: from.relates || verdicts.some((one, index) => isRelated(one, of[index])),
      ...(isLast ? { items: batch.items, products: batch.products } : {}),
    };
    await book.saveBatch(tx, last, { ...written, problems: problemsOf(of, verdicts) });
    if (of.length === wanted.length) turn.isWritten();
  };
  const done = (of: WantedProduct[]) => {
    position = last;
    remaining -= of.length;
  };
  const help = { inFile: claimedOf(book), descriptions: await readDescriptionsOf(wanted) };
  if (wanted.length > 0 && !options.dryRun) {
    await applyBatch(ctx, wanted, options, { ...help, save, done, begin: turn.begin });
    return position ?? startAt();
  }
  await inTransaction(ctx.db, async (tx) => {
    turn.begin();
    const verdicts = await planBatch(ctx, tx, wanted, options, { ...help, lock: null });
    const items = shownItems(wanted, verdicts, (await startAt()).counts);
    await save(tx, wanted, verdicts, { items, toFetch: [] });
  });
  return last ?? startAt();

  // This takes long, so no transaction is open meanwhile.
  function readDescriptionsOf(of: WantedProduct[]) {
    const products = of.map(({ product }) => product);
    return readDescriptions(ctx, products, options.existing);
  }
}

/** Finds out which addresses products of the file have. */
function claimedOf(book: ImportBook): InFile {
  return async (tx, slugs) => {
    const keys = new Map(slugs.map((slug) => [keyOf(addressSaid(slug)), slug]));
    const claimed = await book.claimedKeys(tx, [...keys.keys()]);
    return new Set([...claimed].flatMap((key) => keys.get(key) ?? []));
  };
}

function problemsOf(wanted: WantedProduct[], verdicts: Verdict[]): CsvProblem[] {
  return verdicts.flatMap((verdict, index) => {
    const product = wanted[index]?.product;
    if (verdict.outcome !== 'refused' || !product) return [];
    const { line, lastLine } = product;
    return { line, firstLine: line, lastLine, reason: reasonFor(product, verdict.reason) };
  });
}

/** Whether `linkRelated` has something to do for a product. */
function isRelated(verdict: Verdict, wanted: WantedProduct | undefined): boolean {
  if (verdict.outcome === 'changed') return verdict.differences.related !== undefined;
  return verdict.outcome === 'new' && (wanted?.product.relatedHandles.length ?? 0) > 0;
}

function countVerdicts(
  before: ImportCounts,
  wanted: WantedProduct[],
  verdicts: Verdict[],
): ImportCounts {
  const counts = { ...before };
  for (const [index, verdict] of verdicts.entries()) {
    const product = wanted[index]?.product;
    if (!product) continue;
    if (verdict.outcome === 'new') {
      counts.added += 1;
      counts.variants += product.variants.length;
      if (verdict.isUncategorised) counts.uncategorised += 1;
    } else counts[verdict.outcome] += 1;
    if ('toFetch' in verdict && verdict.toFetch) counts.toFetch += 1;
  }
  return counts;
}

/** The first products of a dry run, for people to look at. */
function shownItems(wanted: WantedProduct[], verdicts: Verdict[], counts: ImportCounts): NewItem[] {
  const left = { new: SHOWN.new - counts.added, changed: SHOWN.changed - counts.changed };
  return verdicts.flatMap((verdict, index): NewItem[] => {
    const product = wanted[index]?.product;
    if (!product || (verdict.outcome !== 'new' && verdict.outcome !== 'changed')) return [];
    left[verdict.outcome] -= 1;
    if (left[verdict.outcome] < 0) return [];
    const subject = `line ${String(product.line).padStart(9, '0')}`;
    if (verdict.outcome === 'new') return [{ subject, label: product.title, outcome: 'new' }];
    const { change, differences } = verdict;
    return [{ subject, label: change.before.name, outcome: 'changed', differences }];
  });
}
