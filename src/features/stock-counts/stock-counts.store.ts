import { and, asc, eq, gt } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { insertRows } from '#db/insert-rows.ts';
import { stockCountLines } from './stock-counts.table.ts';

export type CountLine = typeof stockCountLines.$inferSelect;

/** Stores the counts of a job. */
export async function insertLines(
  db: Executor,
  jobId: string,
  counts: { _id: string; counted: number; expected: number; movement: number }[],
): Promise<void> {
  await insertRows(
    db,
    stockCountLines,
    counts.map(({ _id: variantId, counted, expected, movement }, index) => ({
      ...{ jobId, position: index + 1, variantId, counted, expected, movement },
    })),
  );
}

/** The next variants of a count. */
export function selectLinesAfter(
  db: Executor,
  jobId: string,
  position: number,
  limit: number,
): Promise<CountLine[]> {
  return db
    .select()
    .from(stockCountLines)
    .where(and(eq(stockCountLines.jobId, jobId), gt(stockCountLines.position, position)))
    .orderBy(asc(stockCountLines.position))
    .limit(limit);
}
