import { and, eq } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
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
