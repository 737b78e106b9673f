import { and, asc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { isOnSale, products, variantPrice, variants } from '../catalog/catalog.table.ts';
import { exchanges, isReserved } from '../order-tables/exchanges.table.ts';
import { extraReturns } from '../order-tables/extra-returns.table.ts';
import { orders } from '../order-tables/orders.table.ts';
import { returnLines, returns } from '../order-tables/returns.table.ts';

type NewReturnLine = typeof returnLines.$inferInsert;

/** The order of a return. */
export async function selectOrderOfReturn(db: Executor, id: string) {
  const [row] = await db
    .select({ orderId: returns.orderId })
    .from(returns)
    .where(eq(returns.id, id));
  return row;
}

/** Writes a return with its lines. The database refuses more than was delivered. */
export async function insertReturn(
  db: Executor,
  row: typeof returns.$inferInsert,
  lines: Pick<NewReturnLine, 'position' | 'quantity' | 'reason'>[],
): Promise<void> {
  const { id: returnId, orderId } = row;
  await db.insert(returns).values(row);
  await db.insert(returnLines).values(
    lines.map(({ position, quantity, reason }) => ({
      returnId,
      orderId,
      position,
      quantity,
      reason,
    })),
  );
}

export async function updateReturn(
  db: Executor,
  id: string,
  change: Partial<typeof returns.$inferInsert>,
): Promise<void> {
  await db.update(returns).set(change).where(eq(returns.id, id));
}

/** Writes how many units of a line arrived. */
export async function updateReceived(
  db: Executor,
  returnId: string,
  position: number,
  came: Pick<NewReturnLine, 'received' | 'condition' | 'restocked'>,
): Promise<void> {
  await db
    .update(returnLines)
    .set(came)
    .where(and(eq(returnLines.returnId, returnId), eq(returnLines.position, position)));
}

/** The ids of the variants with these SKUs. */
export async function selectVariantIds(db: Executor, skus: string[]): Promise<string[]> {
  const rows = await db.select({ id: variants.id }).from(variants).where(anyOf(variants.sku, skus));
  return rows.map(({ id }) => id);
}

/** The variants of these products that are on sale and available, in the order of their positions. */
export function selectAvailable(db: Executor, productIds: string[]) {
  return db
    .select({
      id: variants.id,
      productId: variants.productId,
      sku: variants.sku,
      size: variants.size,
      color: variants.color,
      option: variants.option,
      unitPriceMinor: variantPrice,
      available: variants.available,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(anyOf(variants.productId, productIds), isOnSale, gt(variants.available, 0)))
    .orderBy(variants.productId, variants.position, variants.id);
}

/** Writes what goes out for lines of a return. The database refuses what does not fit them. */
export async function insertExchanges(
  db: Executor,
  rows: (typeof exchanges.$inferInsert)[],
): Promise<void> {
  await db.insert(exchanges).values(rows);
}

/** Writes what extra payments give back because of a return. */
export async function insertExtraReturns(
  db: Executor,
  returnId: string,
  parts: Omit<typeof extraReturns.$inferInsert, 'returnId'>[],
): Promise<void> {
  if (parts.length === 0) return;
  await db.insert(extraReturns).values(parts.map((part) => ({ ...part, returnId })));
}

export async function updateExchange(
  db: Executor,
  returnId: string,
  position: number,
  change: Partial<typeof exchanges.$inferInsert>,
): Promise<void> {
  await db
    .update(exchanges)
    .set(change)
    .where(and(eq(exchanges.returnId, returnId), eq(exchanges.position, position)));
}

/**
 * A superset of the exchanges that can't be sent because of refunds: those of lines with refunded
 * units, and of orders of which nothing is left to refund.
 */
const wasRefunded = sql`exists (
  select from payments p join refunds r on r.payment_id = p.id and r.status <> 'withdrawn'
    left join refund_lines l on l.refund_id = r.id and l.position = ${exchanges.position}
   where p.order_id = ${orders.id} and p.status = 'captured'
   group by p.id having count(l.refund_id) > 0 or sum(r.amount_minor) >= p.amount_minor
)`;

/**
 * Returns that reserve units and are late: approved before this time and not received, or not paid
 * for; or of an account that is deleted; or refunded. It starts from the reserved exchanges, which
 * have an index and are few.
 */
export async function selectEndedExchanges(
  db: Executor,
  approvedBefore: Date,
  limit: number,
): Promise<{ returnId: string; isAccountDeleted: boolean }[]> {
  return db
    .selectDistinct({
      returnId: returns.id,
      isAccountDeleted: sql<boolean>`${orders.userId} is null and not ${orders.isGuest}`,
    })
    .from(exchanges)
    .innerJoin(returns, eq(returns.id, exchanges.returnId))
    .innerJoin(orders, eq(orders.id, exchanges.orderId))
    .where(
      and(
        isReserved('exchanges'),
        or(
          and(
            lt(returns.approvedAt, approvedBefore),
            or(
              isNull(returns.receivedAt),
              sql`extra_kept_of(${returns.id}) < extra_due_of(${returns.id})`,
            ),
          ),
          sql`(${orders.userId} is null and not ${orders.isGuest})`,
          wasRefunded,
        ),
      ),
    )
    .orderBy(asc(returns.id))
    .limit(limit);
}
