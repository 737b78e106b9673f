import { tryDatabaseLock } from '#db/database-lock.ts';
import { createChangesCleaner } from '#features/cache-invalidation/cache-invalidation.ts';
import type { Ctx } from '#features/context.ts';
import {
  alertOnHeldStock,
  alertOnUnshipped,
  carryOutOpenRefunds,
  expireOverdueOrders,
  extendHoldsOfVerified,
  processProviderEvents,
  reconcilePayments,
  releaseMarkedOrders,
  remindOfPayments,
} from '#features/orders/orders.ts';
import { catchUpDocuments } from '#features/payments/payments.ts';
import { forgetTags, publishScheduled } from '#features/product-management/product-management.ts';
import { removeOld } from '#features/retention/retention.ts';
import { ruleNames } from '#features/retention/retention-rules.ts';
import { releaseEndedExchanges } from '#features/returns/returns.ts';
import { sumUpSales } from '#features/sales-reports/sales-reports.ts';
import { sumUpSearches } from '#features/search-reports/search-reports.ts';
import { removeOldFiles } from '#features/staff-jobs/staff-jobs.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { AppError, logFault } from '#shared/errors.ts';
import { toAppError } from '../http/error-response.ts';
import type { ShopContext } from '../start/create-context.ts';

const EVERY_MS = MINUTE_MS;

/**
 * Runs every minute what no request does: settles captures that the shop was not notified of,
 * expires unpaid orders and sends reminders of them, releases exchanges whose return does not come,
 * publishes scheduled products, carries out refunds that an outage delayed, issues the documents of
 * earlier orders, and adds up sales and the searches of past days. Then removes what `retention/`
 * says, files of staff, tags that no product has, and catalog changes.
 * Returns the function that stops it and waits for the current run.
 */
export function startJobs(context: ShopContext): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const cleanChanges = createChangesCleaner(context.ctx.db);
  const start = () => {
    running = running
      .then(() => runJobs(context))
      .then((isRunHere) => (isRunHere ? cleanChanges() : undefined))
      .catch((error: unknown) => logFault(context.ctx.log, 'jobs.failed', error));
  };
  start();
  const timer = setInterval(start, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/**
 * Runs all jobs once, in one process at a time. Returns whether they ran in this process. The lock
 * ends with its connection, so a dead process blocks nobody. If a run loses its lock and goes on,
 * each job still locks and checks the rows that it changes.
 */
export function runJobs({ ctx, database, config }: ShopContext): Promise<boolean> {
  return tryDatabaseLock(database, 'jobs', async () => {
    for (const { run, asksProvider } of JOBS) {
      if (!asksProvider || ctx.payments) await runOne(ctx, run.name, () => run(ctx));
    }
    for (const rule of ruleNames) {
      await runOne(ctx, `removeOld ${rule}`, () => removeOld(ctx, rule, config.retention));
    }
  });
}

interface Job {
  run: (ctx: Ctx) => Promise<unknown>;
  /** Whether the job is only for shops with a card provider. */
  asksProvider?: true;
}

/**
 * How long the other jobs wait for a backlog of events, in milliseconds. The webhook works on it as
 * well.
 */
const EVENTS_MS = 20_000;

function processEventsForAWhile(ctx: Ctx): Promise<void> {
  return processProviderEvents(ctx, EVENTS_MS);
}

/** The jobs in their order. The rules of retention come after them. */
const JOBS: Job[] = [
  { run: processEventsForAWhile, asksProvider: true },
  { run: reconcilePayments, asksProvider: true },
  { run: extendHoldsOfVerified },
  { run: expireOverdueOrders },
  { run: remindOfPayments },
  { run: alertOnUnshipped },
  { run: publishScheduled },
  { run: releaseMarkedOrders },
  { run: releaseEndedExchanges },
  { run: alertOnHeldStock },
  { run: carryOutOpenRefunds },
  { run: catchUpDocuments },
  { run: sumUpSearches },
  { run: sumUpSales },
  { run: removeOldFiles },
  { run: forgetTags },
];

/**
 * A failed job does not stop the others, even when the card provider is unreachable. Without a
 * database none of them can run.
 */
async function runOne(ctx: Ctx, job: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const isOfDatabase = !(error instanceof AppError);
    if (isOfDatabase && toAppError(error).code === 'unavailable') throw error;
    logFault(ctx.log, 'jobs.failed', error, { job });
  }
}
