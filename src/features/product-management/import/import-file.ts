/**
 * The second pass over a file of products, in batches. Each batch is one transaction. The memory in
 * use does not grow with the file.
 */
import { inTransaction, type Tx } from '#db/client.ts';
import { sameLook } from '#shared/visible-text.ts';
import type { Ctx } from '../../context.ts';
import { removeUnusedCategories } from '../../merchandising/merchandising.ts';
import type { ImageCounts, NewCategory } from '../import.schema.ts';
import { applyBatch, type ImportBy, type Written } from './apply-batch.ts';
import { createPace, isFullBatch, type Pace } from './batch-size.ts';
import { addressLabel, keyOf } from './check-file.ts';
import type { ImportChoices } from './choices.ts';
import { countProducts, type MoreProducts } from './count-products.ts';
import type { CsvProblem } from './csv-file.ts';
import { sizeOf } from './csv-product.ts';
import { withHosts } from './image-counts.ts';
import { indexProductsNow } from './import.store.ts';
import type { ImportCounts, ImportPosition, ImportProgress } from './import-progress.ts';
import { hasUnseenFormer } from './new-product.ts';
import {
  type BatchSequence,
  beginBatch,
  finishedBatchAt,
  untilNextMayBegin,
} from './overlapping-batches.ts';
import {
  type Decision,
  type PlanHelp,
  planBatch,
  reasonFor,
  type WantedProduct,
} from './plan-batch.ts';
import { type ProductFile, readProducts, untilAborted } from './product-file.ts';
import { type Descriptions, readDescriptions } from './read-descriptions.ts';
import type { InFile } from './related.ts';
import { shownItems } from './shown-items.ts';

type ImportOptions = ImportChoices & ImportBy & { dryRun: boolean };

/**
 * The second pass, which goes on from a position and returns the last one. Ends early when
 * `progress.signal` is aborted.
 */
export async function importFile(
  ctx: Ctx,
  file: ProductFile,
  progress: ImportProgress,
  options: ImportOptions,
  start: ImportPosition,
): Promise<ImportPosition> {
  let last = finishedBatchAt(start);
  let before = last;
  // The others are in the database.
  const newCategories = options.dryRun ? start.newCategories : [];
  // Then a batch depends on no other one.
  const overlaps = namesProducts(file);
  const pace = createPace(start);
  try {
    for await (const batch of readBatches(untilAborted(progress.signal, file), start, pace)) {
      if (!overlaps) await last.done;
      // While the database writes the batches before.
      const prepared = await prepareBatch(ctx, batch, progress, options);
      await untilNextMayBegin(before, last);
      if (progress.signal.aborted) break;
      before = last;
      last = beginBatch(before, (sequence) =>
        processBatch(
          ctx,
          prepared,
          progress,
          { ...options, newCategories, namesProducts: overlaps, pace },
          sequence,
        ),
      );
      // Deciding about new products takes the process longer than the database. So the next batch is
      // read when the database writes this one.
      if (pace.isLarge) await last.planned;
    }
  } catch (error) {
    // The batch after one that failed is rolled back.
    await Promise.allSettled([before.done, last.done]);
    if (!progress.signal.aborted) throw error;
  }
  const end = await last.done;
  if (!progress.signal.aborted && !options.dryRun) {
    const unused = end.newCategories.filter(({ isUsed }) => !isUsed);
    await removeUnusedCategories(
      ctx,
      options.actor,
      unused.map(({ id }) => id),
    );
  }
  return end;
}

/**
 * Whether each product of the file is another one of the shop. In a table of SKUs, several rows may
 * belong to one product.
 */
function namesProducts({ dialect, places }: ProductFile): boolean {
  return dialect === 'woocommerce' || places.has('Handle') || places.has('Title');
}

/** A part of a file. It ends before the item with the number `items`. */
interface Batch {
  wanted: WantedProduct[];
  items: number;
  products: number;
  /** Products in which the first pass found a problem. */
  wrong: number;
}

async function* readBatches(
  file: ProductFile,
  start: ImportPosition,
  pace: Pace,
): AsyncGenerator<Batch> {
  let { items, products } = { items: 0, products: start.products };
  let next: Batch = { wanted: [], items: start.items, products, wrong: 0 };
  let { most } = pace;
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
    const { length: count } = next.wanted;
    if (!isFullBatch({ count, wrong: next.wrong, variants, size }, most)) continue;
    yield next;
    next = { wanted: [], items, products, wrong: 0 };
    most = pace.most;
    variants = 0;
    size = 0;
  }
  yield next;
}

/** A batch without the products that the first pass refused. */
interface PreparedBatch {
  batch: Batch;
  wanted: WantedProduct[];
  refused: number;
  descriptions: Descriptions;
}

/** Does what takes long, so no transaction is open meanwhile. */
async function prepareBatch(
  ctx: Ctx,
  batch: Batch,
  progress: ImportProgress,
  options: ImportOptions,
): Promise<PreparedBatch> {
  const lines = batch.wanted.map(({ product }) => product.line);
  const isWrong = await inTransaction(ctx.db, (tx) => progress.linesWithProblem(tx, lines));
  const wanted = batch.wanted.filter(({ product }) => !isWrong.has(product.line));
  const products = wanted.map(({ product }) => product);
  const descriptions = await readDescriptions(ctx, products, options);
  return { batch, wanted, refused: batch.wrong + isWrong.size, descriptions };
}

interface BatchHelp extends Pick<PlanHelp, 'newCategories'> {
  /** What `namesProducts` says of the file. */
  namesProducts: boolean;
  /** The batch sets it for those after it. */
  pace: Pace;
}

async function processBatch(
  ctx: Ctx,
  { batch, wanted, refused, descriptions }: PreparedBatch,
  progress: ImportProgress,
  { newCategories, pace, ...options }: ImportOptions & BatchHelp,
  sequence: BatchSequence,
): Promise<ImportPosition> {
  // When the database refuses a batch, its halves become batches, and so on until the refused product
  // is found. Only the last of them moves the position, so that none is left out after a crash.
  let position: ImportPosition | null = null;
  let remaining = wanted.length;
  let last: ImportPosition | null = null;
  const startAt = async (): Promise<ImportPosition> => {
    if (position) return position;
    const { counts, ...start } = await sequence.position();
    return { ...start, counts: { ...counts, refused: counts.refused + refused } };
  };
  const isWhole = (of: readonly unknown[]) => of.length === wanted.length;
  const hasLocks = (of: WantedProduct[]) => {
    if (isWhole(of)) sequence.hasLocks();
  };
  const save = async (tx: Tx, of: WantedProduct[], decisions: Decision[], written: Written) => {
    const from = await startAt();
    const more = options.namesProducts ? null : await countProducts(tx, progress, of, decisions);
    const end = remaining === of.length ? { items: batch.items, products: batch.products } : {};
    last = { ...positionAfter(from, of, decisions, more), ...end };
    const toFetch = withLines(written.toFetch, of);
    await progress.saveBatch(tx, last, {
      ...written,
      toFetch,
      problems: problemsOf(of, decisions),
    });
    hasLocks(of);
  };
  const planned = (decisions: Decision[]) => {
    pace.decided(decisions, isWhole(decisions));
    sequence.planned();
  };
  const indexNew = (tx: Tx, of: WantedProduct[]) => indexInTurn(tx, sequence, isWhole(of));
  const done = (of: WantedProduct[]) => {
    position = last;
    remaining -= of.length;
  };
  const help = { inFile: claimedOf(progress), descriptions, newCategories };
  if (wanted.length > 0 && !options.dryRun) {
    const callbacks = { save, done, begin: sequence.begin, planned, hasLocks, indexNew };
    await applyBatch(ctx, wanted, options, { ...help, ...callbacks });
    return position ?? startAt();
  }
  await inTransaction(ctx.db, async (tx) => {
    sequence.begin();
    const decisions = await planBatch(ctx, tx, wanted, options, { ...help, lock: null });
    planned(decisions);
    const start = await startAt();
    const { items, bySku } = shownItems(wanted, decisions, start);
    position = { ...start, bySku: start.bySku + bySku };
    await save(tx, wanted, decisions, { items, toFetch: [] });
  });
  return last ?? startAt();
}

async function indexInTurn(tx: Tx, sequence: BatchSequence, isWhole: boolean): Promise<void> {
  await sequence.untilMayIndex();
  await indexProductsNow(tx);
  if (isWhole) sequence.hasIndexed();
}

/** The position after some products of a batch. */
function positionAfter(
  from: ImportPosition,
  of: WantedProduct[],
  decisions: Decision[],
  more: MoreProducts | null,
): ImportPosition {
  return {
    ...from,
    counts: countDecisions(from.counts, of, decisions, more),
    newCategories: markUsed(from.newCategories, of, decisions),
    relates: from.relates || decisions.some((one, index) => isRelated(one, of[index])),
  };
}

/** Finds out which addresses products of the file have. */
function claimedOf(progress: ImportProgress): InFile {
  return async (tx, slugs) => {
    const keys = new Map(slugs.map((slug) => [keyOf(addressLabel(slug)), slug]));
    const claimed = await progress.claimedKeys(tx, [...keys.keys()]);
    return new Set([...claimed].flatMap((key) => keys.get(key) ?? []));
  };
}

function problemsOf(wanted: WantedProduct[], decisions: Decision[]): CsvProblem[] {
  return decisions.flatMap((decision, index) => {
    const product = wanted[index]?.product;
    if (!product) return [];
    const { line, lastLine } = product;
    if (decision.outcome !== 'refused') {
      const lines = [...product.imageLines];
      const leftOut = decision.leftOut.map((reason) => {
        const [, own = line] =
          lines.find(([url]) => reason.startsWith(`${url.slice(0, 200)}: `)) ?? [];
        return { line: own, reason };
      });
      return decision.outcome === 'unchanged' ? leftOut : [...leftOut, ...product.notes];
    }
    return { line, firstLine: line, lastLine, reason: reasonFor(product, decision.reason) };
  });
}

/** Images to fetch with the lines of the file that name them. */
function withLines(toFetch: Written['toFetch'], of: WantedProduct[]): Written['toFetch'] {
  const linesOf = new Map(of.map(({ product }) => [product.line, product.imageLines]));
  return toFetch.map((row) => {
    const lines = [...(linesOf.get(row.line) ?? [])].filter(([, line]) => line !== row.line);
    return lines.length > 0 ? { ...row, lines: Object.fromEntries(lines) } : row;
  });
}

/** Whether `linkRelated` has something to do for a product. */
function isRelated(decision: Decision, wanted: WantedProduct | undefined): boolean {
  if (decision.outcome === 'changed') return decision.differences.related !== undefined;
  return decision.outcome === 'new' && (wanted?.product.relatedHandles.length ?? 0) > 0;
}

function countDecisions(
  before: ImportCounts,
  wanted: WantedProduct[],
  decisions: Decision[],
  more: MoreProducts | null,
): ImportCounts {
  const counts = { ...before };
  for (const [index, decision] of decisions.entries()) {
    const product = wanted[index]?.product;
    if (!product) continue;
    if (decision.outcome === 'new') {
      counts.added += 1;
      counts.variants += product.variants.length;
      if (decision.isUncategorised) counts.uncategorised += 1;
    } else counts[decision.outcome] += 1;
    if ('toFetch' in decision && decision.toFetch) counts.toFetch += 1;
    if (hasUnseenFormer(product, decision)) counts.unseenFormer += 1;
    if (decision.outcome !== 'refused') counts.images = withImages(counts.images, decision);
  }
  if (!more) return counts;
  const { changed, unchanged } = before;
  return { ...counts, changed: changed + more.changed, unchanged: unchanged + more.unchanged };
}

function withImages(
  { toFetch, stay, ...images }: ImageCounts,
  decision: Exclude<Decision, { outcome: 'refused' }>,
): ImageCounts {
  const more = 'toFetch' in decision ? (decision.toFetch?.count ?? 0) : 0;
  return { ...images, toFetch: toFetch + more, stay: withHosts(stay, decision.hosts) };
}

function markUsed(
  categories: NewCategory[],
  wanted: WantedProduct[],
  decisions: Decision[],
): NewCategory[] {
  if (categories.every(({ isUsed }) => isUsed)) return categories;
  const named = new Set(
    decisions.flatMap(({ outcome }, index) =>
      outcome === 'new' || outcome === 'changed'
        ? [sameLook(wanted[index]?.product.category ?? '')]
        : [],
    ),
  );
  return categories.map((one) => ({
    ...one,
    isUsed: one.isUsed || named.has(sameLook(one.name)),
  }));
}
