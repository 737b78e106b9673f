import { and, eq, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { countUpTo } from '#db/count-up-to.ts';
import { orders } from '../order-tables/orders.table.ts';
import { ledgerEntries, payments, providerEvents, refunds } from './payments.table.ts';

export type PaymentRow = typeof payments.$inferSelect;
export type NewPayment = typeof payments.$inferInsert;

/**
 * The account of a pending order, null for a guest. The order stays pending, and keeps its account,
 * until the transaction ends. Undefined when it is not pending.
 */
export async function lockWhilePending(
  db: Executor,
  orderId: string,
): Promise<{ userId: string | null } | undefined> {
  const [row] = await db
    .select({ userId: orders.userId })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.status, 'pending')))
    .for('share');
  return row;
}

// With a literal status, so that PostgreSQL uses the partial indexes.
const isFor = ({ orderId, returnId }: Pick<NewPayment, 'orderId' | 'returnId'>) =>
  orderId ? eq(payments.orderId, orderId) : eq(payments.returnId, returnId ?? '');

/** Writes a payment before the provider is asked, or returns the open one of its order or return. */
export async function ensurePayment(db: Executor, row: NewPayment): Promise<PaymentRow> {
  for (;;) {
    const [inserted] = await db.insert(payments).values(row).onConflictDoNothing().returning();
    if (inserted) return inserted;
    const [existing] = await db
      .select()
      .from(payments)
      .where(
        row.orderId || row.returnId
          ? and(isFor(row), sql`${payments.status} = 'created'`)
          : eq(payments.idempotencyKey, row.idempotencyKey),
      );
    if (existing) return existing;
    // It was closed in between, so there is room for another.
  }
}

export async function insertPayment(db: Executor, row: NewPayment): Promise<void> {
  await db.insert(payments).values(row);
}

export async function selectByKey(db: Executor, key: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.idempotencyKey, key));
  return row;
}

/**
 * Stores the provider's intent if it is the first. False when the payment was closed meanwhile, or
 * has another intent.
 */
export async function saveIntent(
  db: Executor,
  id: string,
  { id: intentId, isLive }: { id: string; isLive: boolean },
): Promise<boolean> {
  const updated = await db
    .update(payments)
    .set({ intentId, isLive })
    .where(
      and(
        eq(payments.id, id),
        eq(payments.status, 'created'),
        or(isNull(payments.intentId), eq(payments.intentId, intentId)),
      ),
    )
    .returning({ id: payments.id });
  return updated.length > 0;
}

/** Stores the intent of a payment that has none, in any status. */
export async function recordIntent(
  db: Executor,
  id: string,
  { id: intentId, isLive }: { id: string; isLive: boolean },
): Promise<PaymentRow | undefined> {
  const [row] = await db
    .update(payments)
    .set({ intentId, isLive })
    .where(and(eq(payments.id, id), isNull(payments.intentId)))
    .returning();
  return row;
}

/** Gives a payment its next key, only once, however many requests failed under this one. */
export async function spendPaymentKey(
  db: Executor,
  { id, keyAttempt }: { id: string; keyAttempt: number },
): Promise<void> {
  await db
    .update(payments)
    .set({ keyAttempt: keyAttempt + 1 })
    .where(and(eq(payments.id, id), eq(payments.keyAttempt, keyAttempt)));
}

export async function selectByIntent(db: Executor, intentId: string) {
  const [row] = await db.select().from(payments).where(eq(payments.intentId, intentId));
  return row;
}

export async function selectById(db: Executor, id: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id));
  return row;
}

export async function lockPayment(db: Executor, id: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id)).for('no key update');
  return row;
}

export async function selectOpenOfOrder(db: Executor, orderId: string) {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'created')));
  return row;
}

export async function selectUnknownOfOrder(db: Executor, orderId: string) {
  const [row] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'unknown')))
    .limit(1);
  return row;
}

export async function lockOpenOfOrder(db: Executor, orderId: string) {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'created')))
    .for('no key update');
  return row;
}

export async function updatePayment(
  db: Executor,
  id: string,
  change: Partial<typeof payments.$inferInsert>,
): Promise<void> {
  await db.update(payments).set(change).where(eq(payments.id, id));
}

/**
 * Closes a locked open payment whose intent `stopped` was cancelled at the provider. False, without a
 * change, when it has another intent.
 */
export async function closeStopped(
  db: Executor,
  open: PaymentRow | undefined,
  stopped: string | null,
): Promise<boolean> {
  if (!open) return true;
  if (open.intentId !== null && open.intentId !== stopped) return false;
  await updatePayment(db, open.id, { status: 'cancelled' });
  return true;
}

export async function insertLedgerEntry(
  db: Executor,
  entry: typeof ledgerEntries.$inferInsert,
): Promise<void> {
  await db.insert(ledgerEntries).values(entry);
}

/** The payment that paid an order, locked; undefined while it is unpaid. */
export async function lockCapture(db: Executor, orderId: string): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'captured')))
    .for('no key update');
  return row;
}

/**
 * Payments of this provider that are due for a check, claimed by this caller: open ones, and those
 * that the provider did not know. Each is due again after a quarter of its age (at least a minute,
 * at most six hours), so that many abandoned ones don't delay one that was paid.
 */
export function claimDuePayments(
  db: Executor,
  { status, provider, now }: { status: 'created' | 'unknown'; provider: string; now: Date },
  limit: number,
): Promise<PaymentRow[]> {
  const due = db
    .select({ id: payments.id })
    .from(payments)
    // A literal status, so that PostgreSQL uses the partial index.
    .where(
      and(
        sql`${payments.status} = ${sql.raw(`'${status}'`)}`,
        lte(payments.nextCheckAt, now),
        status === 'unknown' ? eq(payments.provider, provider) : undefined,
      ),
    )
    .orderBy(payments.nextCheckAt)
    .limit(limit)
    .for('update', { skipLocked: true });
  const wait = sql`greatest(interval '1 minute', least(interval '6 hours', (${now}::timestamptz - ${payments.createdAt}) / 4))`;
  return db
    .update(payments)
    .set({ nextCheckAt: sql`${now}::timestamptz + ${wait}` })
    .where(inArray(payments.id, due))
    .returning();
}

/** Sets when payments are due for their next check. */
export async function setNextCheck(db: Executor, ids: string[], at: Date): Promise<void> {
  await db.update(payments).set({ nextCheckAt: at }).where(anyOf(payments.id, ids));
}

/**
 * Closes a payment that can't be paid any more, or whose intent is unknown at the provider. Skips
 * it when its intent changed since it was read, because a new intent may be paid.
 */
export async function closeUnpaid(
  db: Executor,
  { id, intentId }: { id: string; intentId: string | null },
  status: 'cancelled' | 'unknown',
): Promise<boolean> {
  const isSame = intentId === null ? isNull(payments.intentId) : eq(payments.intentId, intentId);
  const isOpen =
    status === 'unknown'
      ? eq(payments.status, 'created')
      : inArray(payments.status, ['created', 'unknown']);
  const closed = await db
    .update(payments)
    .set({ status })
    .where(and(eq(payments.id, id), isOpen, isSame))
    .returning({ id: payments.id });
  return closed.length > 0;
}

/** How many open payments without an order an account has started since then. */
export function countOpenWithoutOrder(db: Executor, userId: string, since: Date): Promise<number> {
  return db.$count(
    payments,
    and(
      eq(payments.userId, userId),
      eq(payments.status, 'created'),
      isNull(payments.orderId),
      isNull(payments.returnId),
      gte(payments.createdAt, since),
    ),
  );
}

export type ProviderEventRow = typeof providerEvents.$inferSelect;

/** Stores a provider event; skips a repeated one. */
export async function insertProviderEvent(
  db: Executor,
  row: typeof providerEvents.$inferInsert,
): Promise<void> {
  await db.insert(providerEvents).values(row).onConflictDoNothing();
}

/**
 * Unprocessed events that are due, in random order, so that those of a payment that hangs do not
 * fill a batch; those that failed often come last. The provider sends an event only once, so the
 * shop never stops trying. After five attempts the time between two attempts grows: to some half an
 * hour after three days, and an hour and a half after a month.
 */
export function selectOpenEvents(
  db: Executor,
  now: Date,
  limit: number,
): Promise<ProviderEventRow[]> {
  const { attempts, receivedAt, processedAt } = providerEvents;
  const later = sql`power(greatest(${attempts} - 5, 0), 2)`;
  const dueAt = sql`${receivedAt} + ${later} * interval '3 seconds'`;
  return db
    .select()
    .from(providerEvents)
    .where(and(isNull(processedAt), sql`${dueAt} <= ${now}::timestamptz`))
    .orderBy(providerEvents.attempts, sql`random()`)
    .limit(limit);
}

/**
 * Marks an event as processed. Removes its body, because it may have a customer's name and address
 * and is not read again.
 */
export async function markEventDone(db: Executor, id: string, at: Date): Promise<void> {
  const done = { processedAt: at, payload: {} };
  await db.update(providerEvents).set(done).where(eq(providerEvents.id, id));
}

export async function markEventFailed(db: Executor, id: string, lastError: string) {
  await db
    .update(providerEvents)
    .set({ attempts: sql`${providerEvents.attempts} + 1`, lastError })
    .where(eq(providerEvents.id, id));
}

/** How many refunds and events are unprocessed; each count stops at `most`. */
export async function countWaiting(
  db: Executor,
  most: number,
): Promise<{ refunds: number; events: number }> {
  const [requested, open] = await Promise.all([
    // A literal status, so that PostgreSQL uses the partial index.
    countUpTo(db, refunds, sql`${refunds.status} = 'requested'`, most),
    countUpTo(db, providerEvents, isNull(providerEvents.processedAt), most),
  ]);
  return { refunds: requested, events: open };
}
