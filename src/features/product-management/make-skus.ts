/** The SKUs of variants that staff add without one. */
import { anyOf } from '#db/any-of.ts';
import { lockInTransaction, type Tx } from '#db/client.ts';
import { DEFAULT_SKU_PATTERN, numberedSku, skuOf } from '#shared/sku-pattern.ts';
import type { VariantOptions } from '#shared/variant-options.ts';
import { variants } from '../catalog/catalog.table.ts';
import type { Ctx } from '../context.ts';

/** How many SKUs of other products with the same beginning are passed over. */
const MOST_TAKEN = 20;

/** A variant that is added; without `sku` it gets one. */
export type WithoutSku = Partial<VariantOptions> & { sku?: string | undefined; position: number };

/**
 * The SKU of each variant: its own, or one by the shop's pattern (`skuPattern`) that no variant of
 * the shop has, with a number if needed. `claimed` are SKUs that other variants get meanwhile.
 * Concurrent callers wait for each other, so that each sees the SKUs that the others took. They share
 * one lock, because a product may have thousands of variants, and each would be a lock of its own.
 */
export async function makeSkus(
  { shop }: Ctx,
  tx: Tx,
  product: { id: string; slug: string; name: string },
  added: WithoutSku[],
  claimed: string[] = [],
): Promise<string[]> {
  const pattern = shop.skuPattern ?? DEFAULT_SKU_PATTERN;
  const wanted = added.map(
    ({ sku, ...options }) => sku ?? skuOf({ ...NONE, ...options }, pattern, product),
  );
  const bases = wanted.filter((_, index) => added[index]?.sku === undefined);
  const most = mostOfEach(bases);
  if (most.size > 0) await lockInTransaction(tx, 'made SKUs');
  const taken = await selectTaken(tx, candidatesOf(most));
  for (const sku of [...claimed, ...added.flatMap(({ sku }) => sku ?? [])]) taken.add(sku);
  return added.map(({ sku, position }, index) => {
    if (sku !== undefined) return sku;
    const base = wanted[index] ?? '';
    const made = firstFree(base, taken, most.get(base) ?? 0) ?? ofProduct(product.id, position);
    taken.add(made);
    return made;
  });
}

const NONE: VariantOptions = { size: null, color: null, option: null };

/** An SKU that no other product has, for a pattern that gives none that is free. */
function ofProduct(productId: string, position: number): string {
  return `${productId.slice(-10).toUpperCase()}-${position + 1}`;
}

/** How many numbers of each SKU are looked at. */
function mostOfEach(bases: string[]): Map<string, number> {
  const most = new Map<string, number>();
  for (const base of bases) if (base !== '') most.set(base, (most.get(base) ?? MOST_TAKEN) + 1);
  return most;
}

function candidatesOf(most: ReadonlyMap<string, number>): string[] {
  return [...most].flatMap(([base, count]) =>
    Array.from({ length: count }, (_, index) => numberedSku(base, index + 1)),
  );
}

function firstFree(base: string, taken: ReadonlySet<string>, most: number): string | null {
  for (let number = 1; number <= most; number += 1) {
    const sku = numberedSku(base, number);
    if (!taken.has(sku)) return sku;
  }
  return null;
}

async function selectTaken(tx: Tx, skus: string[]): Promise<Set<string>> {
  if (skus.length === 0) return new Set();
  const rows = await tx
    .select({ sku: variants.sku })
    .from(variants)
    .where(anyOf(variants.sku, skus));
  return new Set(rows.map(({ sku }) => sku));
}
