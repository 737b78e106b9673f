/**
 * Issues the documents of payments and refunds from before the shop issued documents. Until this is
 * done, the series are not open: no other code issues documents, so the numbers follow the time of
 * the payments, also of those that happen meanwhile. This goes through the ledger in batches, each
 * one transaction, and stores the last entry. Any number of processes may run it at once.
 *
 * Opening locks both series. A payment that was recorded before the opening has committed, so it is
 * found. A payment that is recorded later waits for the lock, and issues its own invoice.
 */

import { inTransaction, type Tx } from '#db/client.ts';
import { DAY_MS } from '#shared/durations.ts';
import type { Ctx } from '../context.ts';
import { issueInvoices, readForDocuments } from '../documents/documents.ts';
import {
  lockSeries,
  selectBookings,
  selectDoneWithoutNote,
  selectNextEntries,
  selectPaidWithoutInvoice,
  selectSeriesOpened,
  selectSettled,
  updateSeries,
} from './document-refunds.store.ts';
import { issueCreditNotesOf } from './document-refunds.ts';

/** How long a run takes at most. Other jobs wait for it. */
const RUN_MS = 20_000;

/** The most ledger entries of a batch. It is small, because payments wait for a batch. */
const BATCH = 200;

/**
 * For this long after the opening, payments without a document are looked for. Processes of the
 * previous version may still record payments, and issue no documents.
 */
const WATCH_MS = DAY_MS;

/**
 * This many entries before the opening are read again, because an entry may be committed later than
 * it was numbered.
 */
const LATE = 1_000;

/** Issues missing documents, until none is missing or the time of a run is over. */
export async function catchUpDocuments(ctx: Ctx): Promise<void> {
  const openedAt = await selectSeriesOpened(ctx.db);
  if (openedAt && ctx.now().getTime() - openedAt.getTime() > WATCH_MS) return;
  const end = performance.now() + RUN_MS;
  let after: number | null = null;
  while (performance.now() < end) {
    const from: number | null = after;
    after = await inTransaction(ctx.db, (tx) => catchUp(ctx, tx, from));
    if (after === null) return;
  }
}

/**
 * Processes one batch. `after` is the last entry of this run, for open series; series that are not
 * open store it. Returns the last entry of the batch; null at the end of the ledger.
 */
async function catchUp(ctx: Ctx, tx: Tx, after: number | null): Promise<number | null> {
  const [series] = await lockSeries(tx);
  if (!series) throw new Error('There are no series of documents.');
  const { openedAt, caughtUpTo } = series;
  const from = openedAt ? (after ?? Math.max(0, caughtUpTo - LATE)) : caughtUpTo;
  const entries = await selectNextEntries(tx, from, BATCH);
  const reached = entries?.lastId ?? from;
  const isMore = entries?.count === BATCH;
  const missing = await selectBookings(tx, { after: from, upTo: reached });
  if (openedAt && missing.length > 0) ctx.log.warn('documents.late', { number: missing.length });
  await issueInOrder(ctx, tx, missing, isMore ? entries.at : null);
  if (!openedAt) await updateSeries(tx, { caughtUpTo: reached });
  if (!openedAt && !isMore) await open(ctx, tx);
  return isMore ? reached : null;
}

type Booking = Awaited<ReturnType<typeof selectBookings>>[number];

/** Includes the refunds that staff settled until `until`; null includes all of them. */
async function issueInOrder(ctx: Ctx, tx: Tx, missing: Booking[], until: Date | null) {
  const orderIds = missing.flatMap(({ orderId, refundId }) =>
    orderId !== null && refundId === null ? [orderId] : [],
  );
  await issueInvoicesOf(ctx, tx, orderIds);
  const done = missing.flatMap(({ refundId: id, at }) => (id === null ? [] : [{ id, at }]));
  const settled = await selectSettled(tx, until);
  const refunds = [...done, ...settled.map(({ id, at }) => ({ id, at: at ?? new Date(0) }))];
  refunds.sort((a, b) => a.at.getTime() - b.at.getTime());
  const ids = refunds.map(({ id }) => id);
  await issueCreditNotesOf(ctx, tx, ids, { isCatchUp: true });
}

async function issueInvoicesOf(ctx: Ctx, tx: Tx, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return;
  const byId = new Map((await readForDocuments(tx, orderIds)).map((order) => [order.id, order]));
  const orders = orderIds.flatMap((id) => byId.get(id) ?? []);
  await issueInvoices(ctx, tx, orders, { isCatchUp: true });
}

/**
 * The last step, under the lock. It finds entries that were committed after their batch was read.
 */
async function open(ctx: Ctx, tx: Tx): Promise<void> {
  const since = new Date(ctx.now().getTime() - DAY_MS);
  const orders = await selectPaidWithoutInvoice(tx, since);
  await issueInvoicesOf(
    ctx,
    tx,
    orders.map(({ id }) => id),
  );
  const refunds = await selectDoneWithoutNote(tx, since);
  await issueCreditNotesOf(
    ctx,
    tx,
    refunds.map(({ id }) => id),
    { isCatchUp: true },
  );
  await updateSeries(tx, { openedAt: ctx.now() });
}
