import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { orderComments, orders } from '../order-tables/orders.table.ts';

/** Writes a comment. If its author has one under the same key, that one gets its text. */
export async function writeComment(
  db: Executor,
  comment: typeof orderComments.$inferInsert,
): Promise<'written' | 'repeat' | 'no-order'> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.id, comment.orderId));
  if (!order) return 'no-order';
  const written = await db
    .insert(orderComments)
    .values(comment)
    .onConflictDoUpdate({
      target: [orderComments.orderId, orderComments.key],
      set: { text: sql`excluded.text` },
      setWhere: and(eq(orderComments.author, comment.author), ne(orderComments.text, comment.text)),
    })
    .returning({ id: orderComments.id });
  return written.length > 0 ? 'written' : 'repeat';
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
