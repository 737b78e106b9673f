/**
 * Stock that unpaid orders reserve, by account and network: the list for staff, the report, and the
 * due times.
 */

import { inTransaction } from '#db/client.ts';
import { DAY_S, HOUR_MS } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { enqueue } from '../../outbox/outbox.ts';
import { requireAdmin, requireUser } from '../../permissions.ts';
import { isFirst, limitKey } from '../../rate-limits/rate-limits.ts';
import type { HolderKey, HolderView } from '../order-requests.schema.ts';
import {
  extendVerified,
  type HolderRow,
  selectHolder,
  selectHolderKey,
  selectHolders,
} from './held-stock.store.ts';

/** How many are listed. Staff release those that hold the most. */
const LISTED = 50;
/** How many are reported in one run. The next run reports others. */
const REPORTED = 10;

/** Accounts and networks that reserve stock, those with the most first (admin). */
export async function listHolders(ctx: Ctx, actor: Actor): Promise<HolderView[]> {
  requireAdmin(actor);
  const rows = await selectHolders(ctx.db, { percent: 0, units: 1, limit: LISTED });
  return rows.map(toHolder);
}

/** What the account or network of a key reserves (admin); 404 for nothing. */
export async function getHolder(ctx: Ctx, actor: Actor, key: HolderKey): Promise<HolderView> {
  requireAdmin(actor);
  const row = await selectHolder(ctx.db, key);
  if (!row) throw new AppError('not_found', 'This account or network no longer holds any stock.');
  return toHolder(row);
}

/** What the account or network of an unpaid order reserves; null when it was paid or closed. */
export async function findHolderOfOrder(
  ctx: Ctx,
  orderId: string,
  by: HolderKey['kind'],
): Promise<HolderView | null> {
  const key = await selectHolderKey(ctx.db, orderId, by);
  const row = key && (await selectHolder(ctx.db, key));
  return row ? toHolder(row) : null;
}

/** Informs the shop about holders of an unusual share of the stock, once a day for each. */
export async function alertOnHeldStock(ctx: Ctx): Promise<void> {
  const { alertPercent: percent, alertUnits: units } = ctx.shop.unpaidOrders;
  const rows = await selectHolders(ctx.db, { percent, units, limit: REPORTED });
  for (const { kind, key, orderId } of rows) {
    await inTransaction(ctx.db, async (tx) => {
      if (!(await isFirst(ctx, tx, limitKey('held-stock', `${kind} ${key}`), DAY_S))) return;
      await enqueue(tx, { kind: 'stock.held', payload: { orderId, by: kind } }, ctx.now());
    });
  }
}

/** Extends the caller's open orders to the due time of a verified account. */
export async function extendOwnHolds(ctx: Ctx, actor: Actor): Promise<void> {
  await extendVerified(ctx.db, { userId: requireUser(actor).id });
}

/**
 * Extends open orders that are due soon to the due time of a verified account, for all accounts
 * that have verified their email by now.
 */
export async function extendHoldsOfVerified(ctx: Ctx): Promise<void> {
  const hours = ctx.shop.unpaidOrders.unverifiedHours;
  await extendVerified(ctx.db, { dueBefore: new Date(ctx.now().getTime() + hours * HOUR_MS) });
}

function toHolder({ name, email, orderId: _, ...row }: HolderRow): HolderView {
  const label = row.kind === 'account' ? `${name}, ${email}` : row.key;
  return { ...row, label, firstDueAt: new Date(row.firstDueAt).toISOString() };
}
