import { inTransaction, type Tx } from '#db/client.ts';
import { logFault } from '#shared/errors.ts';
import type { Ctx } from '../context.ts';
import { selectDueProducts } from './edit-product.store.ts';
import { changeLocked, lockRecord } from './edit-product.ts';

/** How many due products the job reads at a time. */
const DUE_BATCH = 100;

/**
 * Makes the scheduled products active whose time has come. Runs every minute. Each product has its
 * own transaction, so a failure delays no other one.
 */
export async function publishScheduled(ctx: Ctx): Promise<void> {
  let after = '';
  for (;;) {
    const due = await selectDueProducts(ctx.db, ctx.now(), DUE_BATCH, after);
    for (const id of due) {
      await inTransaction(ctx.db, (tx) => publishDue(ctx, tx, id)).catch((error: unknown) =>
        logFault(ctx.log, 'products.not-published', error, { product: id }),
      );
    }
    after = due.at(-1) ?? '';
    if (due.length < DUE_BATCH) return;
  }
}

async function publishDue(ctx: Ctx, tx: Tx, id: string): Promise<void> {
  const before = await lockRecord(tx, id);
  // Staff may have changed its time or its status meanwhile.
  const isDue = before.publishAt !== null && new Date(before.publishAt) <= ctx.now();
  if (isDue) await changeLocked(ctx, tx, 'jobs', before, { status: 'active' });
}
