import { and, desc, eq } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { orderComments, orders } from '../order-tables/orders.table.ts';

/** Writes a comment, unless the order has one under its key. */
export async function insertComment(
  db: Executor,
  comment: typeof orderComments.$inferInsert,
): Promise<'added' | 'repeat' | 'no-order'> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.id, comment.orderId));
  if (!order) return 'no-order';
  const added = await db
    .insert(orderComments)
    .values(comment)
    .onConflictDoNothing({ target: [orderComments.orderId, orderComments.key] })
    .returning({ id: orderComments.id });
  return added.length > 0 ? 'added' : 'repeat';
}

/** Deletes a comment; returns its author, null when it is not there. */
export async function deleteComment(
  db: Executor,
  orderId: string,
  id: string,
): Promise<string | null> {
  const [removed] = await db
    .delete(orderComments)
    .where(and(eq(orderComments.id, id), eq(orderComments.orderId, orderId)))
    .returning({ author: orderComments.author });
  return removed?.author ?? null;
}

/** Deletes all comments of these orders. */
export async function deleteCommentsOf(db: Executor, orderIds: string[]): Promise<void> {
  await db.delete(orderComments).where(anyOf(orderComments.orderId, orderIds));
}

/** The newest comments of an order. */
export function selectComments(db: Executor, orderId: string, limit: number) {
  return db
    .select({
      id: orderComments.id,
      key: orderComments.key,
      author: orderComments.author,
      text: orderComments.text,
      at: orderComments.createdAt,
    })
    .from(orderComments)
    .where(eq(orderComments.orderId, orderId))
    .orderBy(desc(orderComments.createdAt), desc(orderComments.id))
    .limit(limit);
}
