/** Reminds customers of what they have to pay, and the shop of what it has to ship. */

import { inTransaction } from '#db/client.ts';
import { MOST_COUNTED } from '#shared/counted.ts';
import { DAY_S } from '#shared/durations.ts';
import { logFault } from '#shared/errors.ts';
import type { Ctx } from '../context.ts';
import { enqueue } from '../outbox/outbox.ts';
import { isFirst, limitKey } from '../rate-limits/rate-limits.ts';
import { insertEvent, lockOrder } from './orders.store.ts';
import { REMINDED, selectToRemind, selectUnshipped } from './reminders.store.ts';

const DEFAULT_REMINDER_HOURS = 24;
const DEFAULT_UNSHIPPED_DAYS = 3;
/** The most reminders in one run. The next run is a minute later. */
const REMINDED_AT_ONCE = 100;
/** The most numbers of orders that the email to the shop lists. */
const NAMED = 10;

/** Reminds each customer once before an order must be paid; returns how many. */
export async function remindOfPayments(ctx: Ctx): Promise<number> {
  const hours = ctx.shop.emails.paymentReminderHours ?? DEFAULT_REMINDER_HOURS;
  if (hours <= 0) return 0;
  const due = await selectToRemind(ctx.db, { now: ctx.now(), hours, limit: REMINDED_AT_ONCE });
  let reminded = 0;
  for (const { id } of due) {
    try {
      if (await remind(ctx, id, hours)) reminded += 1;
    } catch (error) {
      // A failed reminder does not stop the others.
      logFault(ctx.log, 'order.remind', error, { id });
    }
  }
  return reminded;
}

async function remind(ctx: Ctx, id: string, hours: number): Promise<boolean> {
  const at = ctx.now();
  return inTransaction(ctx.db, async (tx) => {
    await lockOrder(tx, id);
    // It may have been paid, or reminded of in another process, before it was locked.
    if ((await selectToRemind(tx, { now: at, hours, id, limit: 1 })).length === 0) return false;
    const same = { fromStatus: 'pending', toStatus: 'pending' } as const;
    await insertEvent(tx, { orderId: id, event: REMINDED, ...same, actor: 'reminder', at });
    await enqueue(tx, { kind: 'order.payment-reminder', payload: { orderId: id } }, at);
    return true;
  });
}

/** Paid orders that wait too long to be shipped. */
export interface UnshippedOrders {
  /** How many, up to a limit. */
  count: number;
  isMore: boolean;
  days: number;
  /** The numbers of the oldest. */
  numbers: string[];
}

/**
 * Tells the shop when orders wait too long to be shipped. Runs once a day, because the query has no
 * index.
 */
export async function alertOnUnshipped(ctx: Ctx): Promise<void> {
  const isDue = await inTransaction(ctx.db, (tx) =>
    isFirst(ctx, tx, limitKey('unshipped', 'orders'), DAY_S),
  );
  if (!isDue || (await findUnshipped(ctx, 1)).count === 0) return;
  await enqueue(ctx.db, { kind: 'staff.unshipped', payload: {} }, ctx.now());
}

export async function findUnshipped(ctx: Ctx, most = MOST_COUNTED): Promise<UnshippedOrders> {
  const days = ctx.shop.emails.unshippedAfterDays ?? DEFAULT_UNSHIPPED_DAYS;
  if (days <= 0) return { count: 0, isMore: false, days, numbers: [] };
  const before = new Date(ctx.now().getTime() - days * DAY_S * 1_000);
  const rows = await selectUnshipped(ctx.db, { before, limit: most + 1 });
  return {
    count: Math.min(rows.length, most),
    isMore: rows.length > most,
    days,
    numbers: rows.slice(0, NAMED).map(({ number }) => number),
  };
}
