/**
 * Counts products of the shop where several rows of a file may belong to one, as in a table of SKUs.
 * Other files are counted by the rows' products.
 */
import type { Tx } from '#db/client.ts';
import { keyOf } from './check-file.ts';
import type { ImportProgress } from './import-progress.ts';
import type { Decision, WantedProduct } from './plan-batch.ts';

/** How many more products are changed and unchanged after a batch. */
export interface MoreProducts {
  changed: number;
  unchanged: number;
}

/** Counts each product once: as changed if any of its rows changes it. */
export async function countProducts(
  tx: Tx,
  progress: Pick<ImportProgress, 'claimKeys'>,
  of: WantedProduct[],
  decisions: Decision[],
): Promise<MoreProducts> {
  const seen = new Map<string, number>();
  const changed = new Map<string, number>();
  for (const [index, decision] of decisions.entries()) {
    const id = productOf(decision);
    const line = of[index]?.product.line ?? 0;
    if (id === null) continue;
    if (!seen.has(id)) seen.set(id, line);
    if (decision.outcome === 'changed' && !changed.has(id)) changed.set(id, line);
  }
  // Rows of a product may be in several batches.
  const counted = await claim(tx, progress, 'counted', seen);
  const alreadyChanged = await claim(tx, progress, 'changed', changed);
  const more = { changed: 0, unchanged: 0 };
  for (const id of seen.keys()) {
    const isChanged = changed.has(id) && !alreadyChanged.has(id);
    if (isChanged) more.changed += 1;
    if (isChanged && counted.has(id)) more.unchanged -= 1;
    if (!changed.has(id) && !counted.has(id)) more.unchanged += 1;
  }
  return more;
}

/** The product of the shop that a row belongs to; null for a new one and a refused row. */
export function productOf(decision: Decision): string | null {
  if (decision.outcome === 'changed') return decision.change.before.id;
  return decision.outcome === 'unchanged' ? decision.id : null;
}

/** Claims products for lines. Returns those that an earlier batch has claimed. */
async function claim(
  tx: Tx,
  progress: Pick<ImportProgress, 'claimKeys'>,
  as: string,
  products: Map<string, number>,
): Promise<Set<string>> {
  const keys = new Map([...products].map(([id, line]) => [keyOf(`${as} ${id}`), { id, line }]));
  const claimed = await progress.claimKeys(
    tx,
    [...keys].map(([key, { line }]) => ({ key, line })),
  );
  return new Set([...claimed.keys()].flatMap((key) => keys.get(key)?.id ?? []));
}
