/** Whole lists of orders, however long they are. */
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { requireAdmin, requireUser } from '../../permissions.ts';
import type { OrderView } from '../orders.schema.ts';
import { type Cursor, selectAll, selectEveryOf, selectOwn } from '../orders.store.ts';
import { toStaffView, toView, type ViewRow } from '../view/order-view.ts';

/** Orders that are read at a time: an account may have thousands, of many lines each. */
const BATCH = 25;

/** All of the caller's orders, including those that are no longer in My Orders; newest first. */
export async function* streamEveryOwnOrder(
  ctx: Ctx,
  actor: Actor,
  batch = BATCH,
): AsyncGenerator<OrderView> {
  const { id } = requireUser(actor);
  const rows = inBatches((limit, after) => selectEveryOf(ctx.db, id, limit, after), batch);
  for await (const row of rows) yield toView(row);
}

/** The caller's own orders, newest first, without deleted ones. */
export async function* streamMyOrders(ctx: Ctx, actor: Actor): AsyncGenerator<OrderView> {
  const { id } = requireUser(actor);
  const rows = inBatches((limit, after) => selectOwn(ctx.db, id, limit, after));
  for await (const row of rows) yield toView(row);
}

/** All orders (admin), newest first, without the archive; of one email, if given. */
export async function* streamAllOrders(
  ctx: Ctx,
  actor: Actor,
  email: string | null,
): AsyncGenerator<OrderView> {
  requireAdmin(actor);
  const which = { email, text: null };
  const rows = inBatches((limit, after) => selectAll(ctx.db, which, limit, after));
  for await (const row of rows) yield toStaffView(row);
}

/** Between two batches no connection is in use, so a slow reader keeps none. */
async function* inBatches(
  read: (limit: number, after: Cursor) => Promise<ViewRow[]>,
  batch = BATCH,
): AsyncGenerator<ViewRow> {
  let after: Cursor = null;
  for (;;) {
    const rows = await read(batch, after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    const { id, createdAt } = last.order;
    after = { createdAt: createdAt.toISOString(), id };
  }
}
