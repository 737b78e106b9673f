import { eq, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { products } from '../catalog/catalog.table.ts';
import { categories } from '../catalog/categories.table.ts';
import type { Boost } from '../catalog/search.schema.ts';
import { searchBoosts } from '../catalog/search.table.ts';
import type { NamedBoost } from './pins.schema.ts';

/** The boosts of a search, from the most steps to the fewest. */
export async function selectBoosts(db: Executor, pinId: string): Promise<NamedBoost[]> {
  const { rows } = await db.execute<NamedBoost & Record<string, unknown>>(sql`
    select b.kind, b.value, b.steps, case b.kind
      when 'product' then (select p.name from ${products} p where p.id = b.value)
      when 'category' then (select c.name from ${categories} c where c.id = b.value)
      else b.value end as name
    from ${searchBoosts} b where b.pin_id = ${pinId}
    order by b.steps desc, b.kind, name, b.value`);
  return rows;
}

/** Replaces the boosts of a search by these. */
export async function replaceBoosts(db: Executor, pinId: string, boosts: Boost[]): Promise<void> {
  await db.delete(searchBoosts).where(eq(searchBoosts.pinId, pinId));
  if (boosts.length === 0) return;
  await db
    .insert(searchBoosts)
    .values(boosts.map(({ kind, value, steps }) => ({ pinId, kind, value, steps })));
}

export async function selectHasProduct(db: Executor, id: string): Promise<boolean> {
  return (await db.$count(products, eq(products.id, id))) > 0;
}
