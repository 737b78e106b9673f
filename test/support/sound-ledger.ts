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

const names = new Map<string, string>();

/**
 * Fails with the names of what is wrong in the shop's books. Its sessions plan each query once:
 * that takes many times longer than to look at the few rows of a test.
 */
export async function expectSoundLedger(shop: TestShop): Promise<void> {
  const ask = (text: string) => {
    const name = names.get(text) ?? `breach-${names.size}`;
    names.set(text, name);
    return shop.database.pool.query({ name, text });
  };
  expect(await findBreaches(ask)).toEqual({});
}
