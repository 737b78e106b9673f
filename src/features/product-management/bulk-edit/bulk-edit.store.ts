import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { insertRows } from '#db/insert-rows.ts';
import { products, variants } from '../../catalog/catalog.table.ts';
import { bulkEditProducts } from '../bulk-edit.table.ts';
import type { StoredEdit } from '../bulk-edit-input.schema.ts';

/** How many variants that are not archived each of these products has. */
export async function countVariantsOf(db: Executor, ids: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: variants.productId, count: sql<number>`count(*)::int` })
    .from(variants)
    .where(and(anyOf(variants.productId, ids), isNull(variants.archivedAt)))
    .groupBy(variants.productId);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** The versions of these products, by name. Those that do not exist are missing. */
export function selectVersions(
  db: Executor,
  ids: string[],
): Promise<{ _id: string; version: number }[]> {
  return db
    .select({ _id: products.id, version: products.version })
    .from(products)
    .where(anyOf(products.id, ids))
    .orderBy(sql`lower(${products.name})`, products.id);
}

/** How many variants each of these products has, including archived ones. */
export async function countAllVariantsOf(
  db: Executor,
  ids: string[],
): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: variants.productId, count: sql<number>`count(*)::int` })
    .from(variants)
    .where(anyOf(variants.productId, ids))
    .groupBy(variants.productId);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

export async function insertEdits(db: Executor, jobId: string, edits: StoredEdit[]): Promise<void> {
  await insertRows(
    db,
    bulkEditProducts,
    edits.map((edit) => ({ jobId, productId: edit._id, edit })),
  );
}

/** The next products of a bulk edit, by id. */
export async function selectEditsAfter(
  db: Executor,
  jobId: string,
  after: string,
  limit: number,
): Promise<StoredEdit[]> {
  const rows = await db
    .select({ edit: bulkEditProducts.edit })
    .from(bulkEditProducts)
    .where(and(eq(bulkEditProducts.jobId, jobId), gt(bulkEditProducts.productId, after)))
    .orderBy(asc(bulkEditProducts.productId))
    .limit(limit);
  return rows.map(({ edit }) => edit);
}

/** How many units a bulk edit added to each variant of these products. */
export async function selectUnitsAdded(
  db: Executor,
  jobId: string,
  ids: string[],
): Promise<Map<string, number>> {
  const rows = await db
    .select({ edit: bulkEditProducts.edit })
    .from(bulkEditProducts)
    .where(and(eq(bulkEditProducts.jobId, jobId), anyOf(bulkEditProducts.productId, ids)));
  return new Map(
    rows.flatMap(({ edit }) =>
      ('variants' in edit ? edit.variants : []).flatMap(({ _id, onHand }) =>
        onHand ? [[_id, onHand.to - onHand.from] as const] : [],
      ),
    ),
  );
}

/** The products that have fewer units of a variant than these. */
export async function selectShort(db: Executor, units: Map<string, number>): Promise<Set<string>> {
  if (units.size === 0) return new Set();
  const ids = sql.param([...units.keys()]);
  const numbers = sql.param([...units.values()]);
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct ${variants.productId} as id
    from unnest(${ids}::text[], ${numbers}::int[]) as given(id, units)
    join ${variants} on ${variants.id} = given.id
    where ${variants.available} < given.units`);
  return new Set(rows.map(({ id }) => id));
}
