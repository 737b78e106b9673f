/** Relates the products of a file to others. Runs when the whole file is imported. */
import { inTransaction, type Tx } from '#db/client.ts';
import type { Ctx } from '../../context.ts';
import { lockProducts, lockVariantsOf } from '../edit-product.store.ts';
import type { StaffProduct } from '../product-management.schema.ts';
import { selectStaffProductsByIds } from '../staff-product.store.ts';
import { type RecordChange, writeRecords } from '../write-records.ts';
import type { ImportBy } from './apply-batch.ts';
import { findRepeated } from './check-file.ts';
import type { CsvProblem } from './csv-file.ts';
import { type CsvProduct, sizeOf } from './csv-product.ts';
import { BYTES_AT_ONCE } from './import-progress.ts';
import { matchProducts } from './match-products.ts';
import { type ProductFile, readProducts, untilAborted } from './product-file.ts';
import { findRelatable, mayRelate, mergeRelated } from './related.ts';

const PRODUCTS_AT_ONCE = 500;

/** The store of the findings: a job, or memory. */
export interface RelatedProgress {
  readonly signal: AbortSignal;
  /** Claims keys for lines. Returns the keys that an earlier line has claimed, with that line. */
  claimKeys(tx: Tx, keys: { key: bigint; line: number }[]): Promise<Map<bigint, number>>;
  /**
   * The versions that the import made of these products. A product that it did not change is
   * missing.
   */
  itemVersions(tx: Tx, ids: string[]): Promise<Map<string, number>>;
  /**
   * Stores that `items` of the file are done. `versions` are the new ones of the related products.
   */
  saveRelated(
    tx: Tx,
    items: number,
    versions: Map<string, number>,
    problems: CsvProblem[],
  ): Promise<void>;
}

/**
 * Reads the file once more, because a product may be related to a later one. Changes only products
 * that the import has added or changed and that nobody has edited since. Goes on after `from`
 * items, and ends early when `progress.signal` is aborted.
 */
export async function linkRelated(
  ctx: Ctx,
  file: ProductFile,
  progress: RelatedProgress,
  by: ImportBy,
  from: number,
): Promise<void> {
  let items = 0;
  let batch: CsvProduct[] = [];
  let size = 0;
  const link = async () => {
    const products = batch;
    batch = [];
    size = 0;
    await inTransaction(ctx.db, (tx) => linkBatch(ctx, tx, products, progress, by, items));
  };
  try {
    for await (const item of readProducts(untilAborted(progress.signal, file))) {
      items += 1;
      if (items <= from || !('product' in item) || !mayRelate(item.product)) continue;
      batch.push(item.product);
      size += sizeOf(item);
      if (batch.length < PRODUCTS_AT_ONCE && size < BYTES_AT_ONCE) continue;
      await link();
      if (progress.signal.aborted) return;
    }
  } catch (error) {
    if (progress.signal.aborted) return;
    throw error;
  }
  await link();
}

async function linkBatch(
  ctx: Ctx,
  tx: Tx,
  batch: CsvProduct[],
  progress: RelatedProgress,
  by: ImportBy,
  items: number,
): Promise<void> {
  const { matches } = await matchProducts(tx, batch);
  // Those were refused, although an earlier product of the file has made their match.
  const repeated = await findRepeated(tx, progress, batch);
  const found = new Map<string, CsvProduct>();
  for (const [index, product] of batch.entries()) {
    const match = matches[index];
    if (match && 'id' in match && !repeated.has(product)) found.set(match.id, product);
  }
  const versions = await progress.itemVersions(tx, [...found.keys()]);
  const wanted = await findChanges(tx, found, versions);
  const ids = wanted.map(({ before }) => before.id);
  await lockProducts(tx, ids);
  await lockVariantsOf(tx, ids);
  // Staff may have changed them since they were read.
  const locked = await selectStaffProductsByIds(tx, ids);
  const changes: RecordChange[] = [];
  const problems: CsvProblem[] = [];
  for (const { before, after } of wanted) {
    const now = locked.get(before.id);
    if (now && now.version === versions.get(before.id)) {
      changes.push({ before: now, after: { ...now, related: after.related } });
      continue;
    }
    const reason =
      'Somebody changed the product meanwhile, so it did not get its related products.';
    problems.push({ line: found.get(before.id)?.line ?? 0, reason });
  }
  await writeRecords(ctx, tx, changes, { ...by, action: 'product.import' });
  const made = changes.map(({ before }) => [before.id, before.version + 1] as const);
  await progress.saveRelated(tx, items, new Map(made), problems);
}

/** The products whose related ones differ. */
async function findChanges(
  tx: Tx,
  found: Map<string, CsvProduct>,
  versions: Map<string, number>,
): Promise<RecordChange[]> {
  const ids = [...found.keys()].filter((id) => versions.has(id));
  const records = await selectStaffProductsByIds(tx, ids);
  const products = ids.flatMap((id) => found.get(id) ?? []);
  const nothing = async () => new Set<string>();
  const relatable = await findRelatable(tx, products, records.values(), nothing);
  return [...records.values()].flatMap((before: StaffProduct): RecordChange[] => {
    const product = found.get(before.id);
    const merged = product && mergeRelated(before, product, relatable);
    return merged?.difference ? [{ before, after: { ...before, related: merged.related } }] : [];
  });
}
