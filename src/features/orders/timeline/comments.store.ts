import { and, desc, eq } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { orderComments, orders } from '../../order-tables/orders.table.ts';

/**
 * Writes a comment. A repeat of its author adds nothing. Where the key has another comment, this one
 * gets `keyOfOther`, so that none replaces another, in whatever order they arrive.
 */
export async function writeComment(
  db: Executor,
  comment: typeof orderComments.$inferInsert,
  keyOfOther: string,
): Promise<'written' | 'repeat' | 'no-order'> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.id, comment.orderId));
  if (!order) return 'no-order';
  const { orderId, author, text } = comment;
  for (const key of [comment.key, keyOfOther]) {
    const written = await db
      .insert(orderComments)
      .values({ ...comment, key })
      .onConflictDoNothing({ target: [orderComments.orderId, orderComments.key] })
      .returning({ id: orderComments.id });
    if (written.length > 0) return 'written';
    const same = and(eq(orderComments.author, author), eq(orderComments.text, text));
    const isThere = await db
      .select({ id: orderComments.id })
      .from(orderComments)
      .where(and(eq(orderComments.orderId, orderId), eq(orderComments.key, key), same));
    if (isThere.length > 0) return 'repeat';
  }
  return 'repeat';
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
