/**
 * Reads a file of products twice: once to its end, so that nothing of a broken file goes in and what
 * two products of the file both claim is known; then in batches, each of which is one transaction.
 * The memory in use does not grow with the file.
 */
import { hash } from 'node:crypto';
import { inTransaction, type Tx } from '#db/client.ts';
import { createPauses } from '#shared/pauses.ts';
import { slugify } from '#shared/slugify.ts';
import type { Ctx } from '../../context.ts';
import type { NewItem } from '../../staff-jobs/staff-jobs.ts';
import { applyBatch, type ImportBy, type Written } from './apply-batch.ts';
import { BrokenFile, type CsvProblem } from './csv-file.ts';
import type { CsvItem, CsvProduct } from './csv-product.ts';
import type { RelatedBook } from './link-related.ts';
import {
  type ImportChoices,
  planBatch,
  reasonFor,
  type Verdict,
  type WantedProduct,
} from './plan-batch.ts';
import { type ProductFile, readProducts, untilAborted } from './product-file.ts';
import { skusOf } from './product-rows.ts';
import { readDescriptions } from './read-descriptions.ts';
import type { InFile } from './related.ts';

/** A transaction has at most so many products, and begins no product after so many variants. */
const PRODUCTS_AT_ONCE = 500;
const VARIANTS_AT_ONCE = 5_000;
/** So many bytes of the file are in memory at a time: a description has up to 100 KB. */
const BYTES_AT_ONCE = 8 * 1024 * 1024;
/** The first pass stores what it found after so many products. */
const CHECKED_AT_ONCE = 2_000;
/** How many products a dry run shows in detail. */
const SHOWN = { new: 100, changed: 500 };

/** What an import has done, or in a dry run would do. */
export interface ImportCounts {
  added: number;
  changed: number;
  /** Variants of added products. */
  variants: number;
  unchanged: number;
  /** Added products without a category in the file; they get the one that was chosen. */
  uncategorised: number;
  /** Products that were refused. */
  refused: number;
  /** Products whose images are to be fetched. */
  toFetch: number;
}

/** Where the second pass is. */
export interface ImportPosition {
  /** How many items of the file were read: products, and those that are a problem. */
  items: number;
  products: number;
  /** The time of the newest product, in milliseconds. */
  newest: number;
  counts: ImportCounts;
  /** Whether products are to be related when all of the file are in. */
  relates: boolean;
}

/** What keeps the findings of an import: a job, or memory. */
export interface ImportBook extends RelatedBook {
  /** Claims keys for lines; returns those that an earlier line has, with that line. */
  claimKeys(tx: Tx, keys: { key: bigint; line: number }[]): Promise<Map<bigint, number>>;
  /** Which of these keys the first pass claimed. */
  claimedKeys(tx: Tx, keys: bigint[]): Promise<Set<bigint>>;
  /** Which of these lines were refused by the first pass. */
  linesWithProblem(tx: Tx, lines: number[]): Promise<Set<number>>;
  saveCheck(tx: Tx, products: number, problems: CsvProblem[]): Promise<void>;
  saveBatch(tx: Tx, position: ImportPosition, findings: Findings): Promise<void>;
}

/** What a batch was found to be. */
export interface Findings {
  problems: CsvProblem[];
  items: NewItem[];
  toFetch: Written['toFetch'];
}

export const noCounts: ImportCounts = {
  added: 0,
  changed: 0,
  variants: 0,
  unchanged: 0,
  uncategorised: 0,
  refused: 0,
  toFetch: 0,
};

/**
 * The first pass. Returns the problem that keeps the whole file out, null where there is none. Ends
 * early when the book says stop.
 */
export async function checkFile(
  ctx: Ctx,
  file: ProductFile,
  book: ImportBook,
): Promise<CsvProblem | null> {
  let products = 0;
  let batch: CsvItem[] = [];
  let size = 0;
  let variants = 0;
  const store = async () => {
    const items = batch;
    batch = [];
    size = 0;
    variants = 0;
    // Takes long, so no transaction is open meanwhile.
    const named = await nameAll(items);
    await inTransaction(ctx.db, async (tx) => {
      const twice = await findTwice(tx, book, named);
      const problems = items.flatMap((item) => ('problems' in item ? item.problems : []));
      await book.saveCheck(tx, products, [...problems, ...twice]);
    });
  };
  try {
    for await (const item of readProducts(untilAborted(book.signal, file))) {
      if ('product' in item || item.isProduct) products += 1;
      batch.push(item);
      size += sizeOf(item);
      variants += 'product' in item ? item.product.variants.length : 0;
      const isFull =
        batch.length >= CHECKED_AT_ONCE || variants >= VARIANTS_AT_ONCE || size >= BYTES_AT_ONCE;
      if (!isFull) continue;
      await store();
      if (book.signal.aborted) return null;
    }
  } catch (error) {
    if (book.signal.aborted) return null;
    if (error instanceof BrokenFile) return { line: error.line, reason: error.message };
    throw error;
  }
  await store();
  return null;
}

function sizeOf(item: CsvItem): number {
  return 'product' in item ? item.product.size : 0;
}

/** What the products of a batch are named by: who claims a name first, and who has one of another. */
interface Named {
  claims: Map<bigint, { product: CsvProduct; name: string }>;
  twice: Map<CsvProduct, string>;
}

async function nameAll(items: CsvItem[]): Promise<Named> {
  const pause = createPauses();
  const named: Named = { claims: new Map(), twice: new Map() };
  for (const item of items) {
    if (!('product' in item)) continue;
    const { product } = item;
    for (const name of uniqueNames(product)) {
      const key = keyOf(name);
      const first = named.claims.get(key);
      if (first) named.twice.set(product, twiceSaid(first.product.line, name));
      else named.claims.set(key, { product, name });
    }
    await pause();
  }
  return named;
}

/** Products with a handle or a SKU that an earlier one of the file has. */
async function findTwice(
  tx: Tx,
  book: ImportBook,
  { claims, twice }: Named,
): Promise<CsvProblem[]> {
  const found = new Map(twice);
  const keys = [...claims].map(([key, { product }]) => ({ key, line: product.line }));
  for (const [key, line] of await book.claimKeys(tx, keys)) {
    const claim = claims.get(key);
    if (claim) found.set(claim.product, twiceSaid(line, claim.name));
  }
  return [...found].map(([product, message]) => ({
    line: product.line,
    firstLine: product.line,
    lastLine: product.lastLine,
    reason: reasonFor(product, message),
  }));
}

/** What no other product of the file can have. Archived products may share a handle. */
function uniqueNames(product: CsvProduct): string[] {
  const { handle, status, formerHandles } = product;
  const slug = handle && status !== 'archived' ? [addressSaid(slugify(handle))] : [];
  const former = formerHandles.map(addressSaid);
  const skus = skusOf(product).map((sku) => `SKU "${sku}"`);
  return [...new Set([...slug, ...former]), ...skus];
}

function addressSaid(slug: string): string {
  return `address "${slug}"`;
}

function twiceSaid(line: number, name: string): string {
  return `The product at line ${line} of the file has the ${name}, too.`;
}

function keyOf(name: string): bigint {
  return BigInt.asIntN(64, BigInt(`0x${hash('sha1', name).slice(0, 16)}`));
}

/** The second pass, from a position on; returns the last one. Ends early when the book says stop. */
export async function importFile(
  ctx: Ctx,
  file: ProductFile,
  book: ImportBook,
  options: ImportChoices & ImportBy & { dryRun: boolean },
  start: ImportPosition,
): Promise<ImportPosition> {
  let position = start;
  let running: Promise<void> = Promise.resolve();
  try {
    for await (const batch of readBatches(untilAborted(book.signal, file), start)) {
      // The database writes a batch while the next one is read.
      await running;
      if (book.signal.aborted) return position;
      running = processBatch(ctx, batch, book, options, position).then((next) => {
        position = next;
      });
      // The loop throws it at its next turn.
      running.catch(() => undefined);
    }
  } catch (error) {
    if (!book.signal.aborted) throw error;
  }
  await running;
  return position;
}

/** A part of a file: items up to the one before `items`. */
interface Batch {
  wanted: WantedProduct[];
  items: number;
  products: number;
  /** Products that the first pass found to be wrong. */
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
      // Lists show the newest first. A millisecond between products preserves the order of the file.
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
  options: ImportChoices & ImportBy & { dryRun: boolean },
  start: ImportPosition,
): Promise<ImportPosition> {
  const lines = batch.wanted.map(({ product }) => product.line);
  const isWrong = await inTransaction(ctx.db, (tx) => book.linesWithProblem(tx, lines));
  const wanted = batch.wanted.filter(({ product }) => !isWrong.has(product.line));
  const refused = batch.wrong + isWrong.size;
  let position: ImportPosition = {
    ...start,
    counts: { ...start.counts, refused: start.counts.refused + refused },
  };
  // Of a batch that the database refuses, each product is a batch of its own. Only the last of them
  // moves the position, so that none is left out after a crash.
  let remaining = wanted.length;
  let last = position;
  const save = async (tx: Tx, of: WantedProduct[], verdicts: Verdict[], written: Written) => {
    const isLast = remaining === of.length;
    last = {
      ...position,
      counts: countVerdicts(position.counts, of, verdicts),
      relates: position.relates || verdicts.some((one, index) => isRelated(one, of[index])),
      ...(isLast ? { items: batch.items, products: batch.products } : {}),
    };
    await book.saveBatch(tx, last, { ...written, problems: problemsOf(of, verdicts) });
  };
  const done = (of: WantedProduct[]) => {
    position = last;
    remaining -= of.length;
  };
  if (wanted.length === 0) {
    await inTransaction(ctx.db, (tx) => save(tx, [], [], { items: [], toFetch: [] }));
    return last;
  }
  const inFile: InFile = async (tx, slugs) => {
    const keys = new Map(slugs.map((slug) => [keyOf(addressSaid(slug)), slug]));
    const claimed = await book.claimedKeys(tx, [...keys.keys()]);
    return new Set([...claimed].flatMap((key) => keys.get(key) ?? []));
  };
  const { existing } = options;
  const products = wanted.map(({ product }) => product);
  // Takes long, so no transaction is open meanwhile.
  const descriptions = await readDescriptions(ctx, products, existing);
  const help = { inFile, descriptions };
  if (options.dryRun) {
    await inTransaction(ctx.db, async (tx) => {
      const verdicts = await planBatch(ctx, tx, wanted, options, { ...help, lock: null });
      const items = shownItems(wanted, verdicts, position.counts);
      await save(tx, wanted, verdicts, { items, toFetch: [] });
    });
  } else {
    await applyBatch(ctx, wanted, options, { ...help, save, done });
  }
  return last;
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
