import type { Executor } from '#db/client.ts';
import { selectReserved } from './inventory.store.ts';

/** The units that unpaid orders reserve, by variant. Variants without any are absent. */
export async function readReserved(db: Executor, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await selectReserved(db, ids);
  return new Map(rows.map(({ variantId, units }) => [variantId, units]));
}
