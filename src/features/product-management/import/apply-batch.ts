/** Writes products of a file in one transaction, and reports the result for each. */
import { inTransaction, type Tx } from '#db/client.ts';
import type { Ctx } from '../../context.ts';
import { markImagesUsed } from '../../images/images.ts';
import { newestMovement, recordOpeningStock } from '../../inventory/inventory.ts';
import type { NewItem } from '../../staff-jobs/staff-jobs.ts';
import { earlierParts } from '../earlier-record.ts';
import { lockRecords } from '../edit-product.store.ts';
import { refusalOf } from '../refusals.ts';
import type { MarkedRecord } from '../staff-product.store.ts';
import { changesOf, isOfOwnRows, type RecordChange, writeRecords } from '../write-records.ts';
import type { ImportChoices } from './choices.ts';
import { type ImagesToFetch, insertImagesOf, insertProducts } from './import.store.ts';
import { type Decision, type PlanHelp, planBatch, type WantedProduct } from './plan-batch.ts';
import { withPaidValues } from './shown-items.ts';

/** Who imports. */
export interface ImportBy {
  /** The id of an account, or the name of a command. */
  actor: string;
  /** For movements of stock. */
  note: string;
  /** The job of the import; null if it has none. */
  job: string | null;
}

/** What was written, for the undo and the fetching of images. */
export interface Written {
  items: NewItem[];
  toFetch: Omit<ImagesToFetch, 'jobId'>[];
}

/** Stores the results in the transaction of a batch, and is called when it is committed. */
interface BatchCallbacks extends Omit<PlanHelp, 'lock'> {
  save(tx: Tx, of: WantedProduct[], decisions: Decision[], written: Written): Promise<void>;
  done(of: WantedProduct[]): void;
  /** A transaction begins. */
  begin(): void;
  /** It is decided what happens to each product, and the database begins to write them. */
  planned(decisions: Decision[]): void;
  /** The transaction has every lock that one of other products may want, too. */
  hasLocks(of: WantedProduct[]): void;
  /** Puts new products into the search index before the end of the transaction. */
  indexNew(tx: Tx, of: WantedProduct[]): Promise<void>;
}

/**
 * Writes a batch in one transaction. If the database refuses that, each half of it gets one, until
 * the product is found that it refuses. That one is decided once more: the database refuses a slug
 * that another transaction has just taken, and then its product is there to be changed.
 */
export async function applyBatch(
  ctx: Ctx,
  batch: WantedProduct[],
  choices: ImportChoices & ImportBy,
  callbacks: BatchCallbacks,
  isLastAttempt = false,
): Promise<void> {
  try {
    await inTransaction(ctx.db, async (tx) => {
      callbacks.begin();
      const lock = (read: MarkedRecord[]) => lockRecords(tx, read);
      const decisions = await planBatch(ctx, tx, batch, choices, { ...callbacks, lock });
      const written = await write(ctx, tx, batch, decisions, choices, callbacks);
      await callbacks.save(tx, batch, decisions, written);
    });
    return callbacks.done(batch);
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    if (batch.length === 1 && isLastAttempt) {
      const refused: Decision = { outcome: 'refused', reason: refusal.message };
      const nothing = { items: [], toFetch: [] };
      callbacks.begin();
      await inTransaction(ctx.db, (tx) => callbacks.save(tx, batch, [refused], nothing));
      return callbacks.done(batch);
    }
  }
  if (batch.length === 1) return applyBatch(ctx, batch, choices, callbacks, true);
  const middle = Math.ceil(batch.length / 2);
  for (const half of [batch.slice(0, middle), batch.slice(middle)]) {
    await applyBatch(ctx, half, choices, callbacks);
  }
}

async function write(
  ctx: Ctx,
  tx: Tx,
  batch: WantedProduct[],
  decisions: Decision[],
  by: ImportBy,
  { planned, hasLocks, indexNew }: Pick<BatchCallbacks, 'planned' | 'hasLocks' | 'indexNew'>,
): Promise<Written> {
  const added = decisions.flatMap((one) => (one.outcome === 'new' ? one.rows : []));
  const shown = added.flatMap(({ images, descriptionImages, variants }) => [
    ...images.map(({ url }) => url),
    ...descriptionImages.map(({ url }) => url),
    ...variants.flatMap(({ imageUrl }) => imageUrl ?? []),
  ]);
  await markImagesUsed(ctx, tx, [...new Set(shown)]);
  const changes = joinChanges(decisions);
  // Nothing else changes of a product whose images are still to be fetched.
  const written = changes.filter(isWritten);
  const inserted = insertProducts(tx, added);
  planned(decisions);
  await inserted;
  // What follows for new products are rows with no slug or SKU, which nobody else may write.
  if (written.every(isOfOwnRows)) hasLocks(batch);
  await insertImagesOf(tx, added);
  const addedVariants = added.flatMap(({ variants }) => variants);
  await recordOpeningStock(tx, addedVariants, by.actor, ctx.now());
  await writeRecords(ctx, tx, written, { ...by, action: 'product.import' });
  // Before the batch waits for the commit of the one before it, because this takes longest. Nobody
  // else wants the rows of new products meanwhile.
  if (written.length === 0) await indexNew(tx, batch);
  return collectWritten(batch, decisions, changes, await newestMovement(tx));
}

type KnownChange = Required<RecordChange>;

function isWritten({ changed }: KnownChange): boolean {
  return Object.keys(changed).length > 0;
}

/** Joins the changes of one product by several rows, from the first record to the last. */
function joinChanges(decisions: Decision[]): KnownChange[] {
  const byId = new Map<string, RecordChange>();
  for (const decision of decisions) {
    if (decision.outcome !== 'changed') continue;
    const { change } = decision;
    const earlier = byId.get(change.before.id);
    byId.set(change.before.id, earlier ? { before: earlier.before, after: change.after } : change);
  }
  return [...byId.values()].map((change) => ({
    ...change,
    // The audit log and the page of the import say what the check said.
    changed: withPaidValues({ change, differences: change.changed ?? changesOf(change) }),
  }));
}

function collectWritten(
  batch: WantedProduct[],
  decisions: Decision[],
  changes: KnownChange[],
  movement: number,
): Written {
  const items: NewItem[] = [];
  const toFetch: Written['toFetch'] = [];
  for (const [index, decision] of decisions.entries()) {
    if (decision.outcome !== 'new' && decision.outcome !== 'changed') continue;
    const isNew = decision.outcome === 'new';
    const { id, name } = isNew ? decision.rows.product : decision.change.before;
    if (isNew) items.push({ subject: id, label: name, outcome: 'new', version: 1, movement });
    const line = batch[index]?.product.line ?? 0;
    if (decision.toFetch) toFetch.push({ productId: id, line, ...decision.toFetch });
  }
  const fetched = new Set(toFetch.map(({ productId }) => productId));
  for (const change of changes) {
    const { before, after } = change;
    items.push({
      subject: before.id,
      label: before.name,
      outcome: 'changed',
      before: earlierParts(before, after, fetched.has(before.id)),
      version: before.version + (isWritten(change) ? 1 : 0),
      movement,
    });
  }
  return { items, toFetch };
}
