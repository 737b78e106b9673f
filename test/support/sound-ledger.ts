import { expect } from 'vitest';
import { verifyLedger } from '#server/verify/verify-ledger.ts';
import type { TestShop } from './shop.ts';

/** What is wrong in a shop's books, by name; nothing is what it should find. */
export async function findBreaches(
  ask: (query: string) => Promise<{ rows: unknown[] }>,
): Promise<Record<string, unknown[]>> {
  const found = (await verifyLedger(ask)).filter(({ rows }) => rows.length > 0);
  return Object.fromEntries(found.map(({ breach, rows }) => [breach, rows]));
}

/** Fails with the names of what is wrong in the shop's books. */
export async function expectSoundLedger(shop: TestShop): Promise<void> {
  expect(await findBreaches((query) => shop.database.pool.query(query))).toEqual({});
}
