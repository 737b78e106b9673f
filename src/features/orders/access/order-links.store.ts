import { and, desc, eq, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { users } from '../../accounts/accounts.table.ts';
import { orderLinks, orders } from '../../order-tables/orders.table.ts';
import { payments } from '../../payments/payments.table.ts';

/**
 * Writes a link, unless the order has become an account's. The lock makes it wait for that, so that
 * no link is left which keeps the account from its own order.
 */
export async function insertLink(
  db: Executor,
  { tokenHash, orderId, createdAt }: typeof orderLinks.$inferInsert,
): Promise<void> {
  await db.execute(sql`
    insert into ${orderLinks} (token_hash, order_id, created_at)
    select ${tokenHash}, ${orders.id}, ${createdAt}::timestamptz from ${orders}
    where ${orders.id} = ${orderId} and ${orders.isGuest} for share`);
}

/** The order that a link opens. */
export async function selectLinkedOrder(db: Executor, tokenHash: string): Promise<string | null> {
  const [row] = await db
    .select({ orderId: orderLinks.orderId })
    .from(orderLinks)
    .where(eq(orderLinks.tokenHash, tokenHash));
  return row?.orderId ?? null;
}

/** Makes the links of an order those of another one. */
export async function moveLinks(db: Executor, fromId: string, toId: string): Promise<void> {
  await db.update(orderLinks).set({ orderId: toId }).where(eq(orderLinks.orderId, fromId));
}

/** Whether one of the links opens the order. */
export async function hasLink(
  db: Executor,
  orderId: string,
  tokenHashes: string[],
): Promise<boolean> {
  const [row] = await db
    .select({ orderId: orderLinks.orderId })
    .from(orderLinks)
    .where(and(eq(orderLinks.orderId, orderId), anyOf(orderLinks.tokenHash, tokenHashes)))
    .limit(1);
  return row !== undefined;
}

/** The newest unpaid order that one of the links opens. */
export async function selectUnpaidLinked(
  db: Executor,
  tokenHashes: string[],
): Promise<{ id: string; number: string } | null> {
  const [row] = await db
    .select({ id: orders.id, number: orders.number })
    .from(orderLinks)
    .innerJoin(orders, eq(orders.id, orderLinks.orderId))
    .where(and(anyOf(orderLinks.tokenHash, tokenHashes), eq(orders.status, 'pending')))
    .orderBy(desc(orders.createdAt))
    .limit(1);
  return row ?? null;
}

/** Whether the shop has orders of guests. */
export async function hasGuestOrders(db: Executor): Promise<boolean> {
  const [row] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(sql`${orders.isGuest}`)
    .limit(1);
  return row !== undefined;
}

/** The guest's order with this number and email. */
export async function selectGuestOrder(
  db: Executor,
  number: string,
  email: string,
): Promise<string | null> {
  const [row] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.number, number), eq(orders.email, email), eq(orders.isGuest, true)));
  return row?.id ?? null;
}

/** An account's email if the account has verified it and guests' orders have it; else null. */
export async function selectEmailOfGuests(db: Executor, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ email: users.email })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        eq(users.emailVerified, true),
        sql`exists (select from ${orders} o where o.email = ${users.email} and o.is_guest)`,
      ),
    );
  return row?.email ?? null;
}

/**
 * Makes the guests' orders of an email an account's, with their payments, and removes their links.
 */
export async function moveToAccount(
  db: Executor,
  { userId, email, withUnpaid }: { userId: string; email: string; withUnpaid: boolean },
): Promise<void> {
  const moved = await db
    .update(orders)
    .set({ userId, isGuest: false })
    .where(
      and(
        eq(orders.email, email),
        // A literal, so that PostgreSQL uses the partial index.
        sql`${orders.isGuest}`,
        withUnpaid ? undefined : sql`${orders.paidAt} is not null`,
      ),
    )
    .returning({ id: orders.id });
  const ids = moved.map(({ id }) => id);
  if (ids.length === 0) return;
  await db.update(payments).set({ userId }).where(anyOf(payments.orderId, ids));
  await db.delete(orderLinks).where(anyOf(orderLinks.orderId, ids));
}
