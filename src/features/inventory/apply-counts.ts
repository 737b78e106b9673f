/**
 * Counts of many variants in one transaction, and their undo. A count of one variant is in
 * `adjust-stock.ts`; both refuse the same.
 */

import type { Tx } from '#db/client.ts';
import { countedWere } from '#shared/counted.ts';
import { MAX_UNITS } from '#shared/product-limits.ts';
import { withThousands } from '#shared/thousands.ts';
import { recordAudits } from '../audit-log/audit-log.ts';
import { selectAdjustedSince, writeAdjustments } from './adjust-stock.store.ts';
import { ADJUST, countedTooFew } from './adjust-stock.ts';
import { lockVariants, selectPromised } from './inventory.store.ts';

interface Count {
  variantId: string;
  /** Units on the shelf. */
  counted: number;
  /** Units that were expected there: on hand, and to be shipped. */
  expected: number;
  /** The newest movement of its stock when it was compared. */
  movement: number;
  /** Makes a repeat impossible. */
  key: string;
}

/** What became of a count. Without a change, and when it is refused, both numbers are the same. */
interface Outcome {
  variantId: string;
  /** The product's name and the SKU. */
  label: string;
  /** Units on hand. */
  before: number;
  after: number;
  refusal: string | null;
}

interface Why {
  actor: string;
  at: Date;
}

/**
 * Sets variants to what was counted of them, each unless it is refused, in the order given. Refuses
 * what staff counted or adjusted after the movement that it was compared at: under the lock of a
 * variant, all of its movements are committed, and each has a higher number than those before it.
 */
export async function applyCounts(
  tx: Tx,
  counts: Count[],
  { actor, at: createdAt }: Why,
): Promise<Outcome[]> {
  const ids = counts.map(({ variantId }) => variantId);
  const variants = new Map((await lockVariants(tx, ids)).map((row) => [row.variantId, row]));
  // This is a statement after the lock, as in an adjustment.
  const promised = new Map((await selectPromised(tx, ids)).map((row) => [row.variantId, row]));
  const adjusted = await selectAdjustedSince(tx, counts);
  const reason = 'counted' as const;
  const planned = counts.map((count) => {
    const { variantId, counted, key } = count;
    const variant = variants.get(variantId);
    if (!variant) return { outcome: goneOf(variantId), adjustment: null, detail: null };
    const { sku, name, available } = variant;
    const { reserved = 0, toShip = 0 } = promised.get(variantId) ?? {};
    const before = available + reserved;
    const level = { onHand: before, reserved, available, toShip };
    const refusal = refusalOf(sku, count, level, adjusted.has(variantId));
    const after = refusal === null ? counted - toShip : before;
    const quantity = after - before;
    return {
      outcome: { variantId, label: `${name}, ${sku}`, before, after, refusal },
      adjustment: { variantId, quantity, reason, note: '', requestKey: key, actor, createdAt },
      detail: { sku, before, after, reason, counted, toShip },
    };
  });
  const written = planned.filter(({ outcome }) => outcome.refusal === null);
  await writeAdjustments(
    tx,
    written.flatMap(({ adjustment }) => adjustment ?? []),
  );
  const entries = written.flatMap(({ outcome, detail }) =>
    detail ? [{ subject: outcome.variantId, detail }] : [],
  );
  await recordAudits(tx, actor, ADJUST, entries);
  return planned.map(({ outcome }) => outcome);
}

const GONE = 'This variant is no longer in the shop, so its count is left out.';

function goneOf(variantId: string): Outcome {
  return { variantId, label: variantId, before: 0, after: 0, refusal: GONE };
}

type Level = Parameters<typeof countedTooFew>[2];

/** Why a count is refused; null if it is not. */
function refusalOf(
  sku: string,
  { counted, expected }: Count,
  level: Level,
  isAdjusted: boolean,
): string | null {
  const { onHand, reserved, toShip } = level;
  const shelf = onHand + toShip;
  if (shelf !== expected) {
    return `${sku}: Its stock has changed since the count was compared: ${withThousands(expected)} on the shelf then, ${withThousands(shelf)} now. ${countedWere(counted)} counted.`;
  }
  // The number may be the same, but that it is right was found after this count.
  if (isAdjusted) {
    return `${sku}: Staff counted or adjusted it after this count was compared: ${withThousands(shelf)} on the shelf now. ${countedWere(counted)} counted.`;
  }
  if (counted < reserved + toShip) return countedTooFew(sku, counted, level).message;
  return null;
}

const NOTE = 'Undo of a stock count';

/**
 * Adds these units to variants again, or takes them: what a count took or added. Returns the variants
 * that stay as they are, each with the reason: staff changed its stock after that movement, or units
 * that the count added have been sold.
 */
export async function takeBackCounts(
  tx: Tx,
  changes: { variantId: string; quantity: number; movement: number }[],
  { actor, at: createdAt }: Why,
): Promise<Map<string, string>> {
  const ids = changes.map(({ variantId }) => variantId);
  const variants = new Map((await lockVariants(tx, ids)).map((row) => [row.variantId, row]));
  const promised = new Map((await selectPromised(tx, ids)).map((row) => [row.variantId, row]));
  const adjusted = await selectAdjustedSince(tx, changes);
  const kept = new Map<string, string>();
  const written = changes.flatMap(({ variantId, quantity }) => {
    const variant = variants.get(variantId);
    const available = variant?.available ?? 0;
    const before = available + (promised.get(variantId)?.reserved ?? 0);
    const reason = !variant
      ? 'It is gone.'
      : adjusted.has(variantId) || before + quantity > MAX_UNITS
        ? 'Its stock has been changed since.'
        : available + quantity < 0
          ? 'It has been sold since.'
          : null;
    if (reason) kept.set(variantId, reason);
    return reason ? [] : [{ variantId, quantity, before, sku: variant?.sku }];
  });
  await writeAdjustments(
    tx,
    written.map(({ variantId, quantity }) => ({
      ...{ variantId, quantity, reason: 'correction' as const, note: NOTE, actor, createdAt },
    })),
  );
  const entries = written.map(({ variantId, quantity, before, sku }) => ({
    subject: variantId,
    detail: { sku, before, after: before + quantity, reason: 'correction', note: NOTE },
  }));
  await recordAudits(tx, actor, ADJUST, entries);
  return kept;
}
