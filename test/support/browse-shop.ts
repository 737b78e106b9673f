/** Products of a test shop as rows, written past the editor, and the statements that reading them asks. */
import type { Row } from './browse-model.ts';
import type { TestShop } from './shop.ts';

/** Puts these products into the shop, and all others away. */
export async function fill(shop: TestShop, rows: Omit<Row, 'id'>[]): Promise<Row[]> {
  await shop.database.pool.query(
    "update products set status = 'archived', deleted_at = now() where deleted_at is null",
  );
  return add(shop, rows);
}

let made = 0;
/** Adds products to those of the shop. */
export async function add(shop: TestShop, rows: Omit<Row, 'id'>[]): Promise<Row[]> {
  const { pool } = shop.database;
  const kept = rows.map((each) => {
    made += 1;
    return { ...each, id: `prd_${String(made).padStart(8, '0')}` };
  });
  await pool.query(
    `insert into products (id, slug, name, category, tags, price_minor, currency, descriptions, gender, created_at)
     select id, id, name, category, tags, price, 'USD', 'd', 'g', "createdAt"
     from json_to_recordset($1) as r(id text, name text, category text, tags text[], price bigint, "createdAt" timestamptz)`,
    [JSON.stringify(kept)],
  );
  const offered = kept.flatMap(({ id, variants }) =>
    variants.map((each, at) => ({ ...each, product: id, sku: `${id}-${at}` })),
  );
  await pool.query(
    `insert into variants (id, product_id, sku, size, colour, price_minor, on_hand, active, position)
     select sku, product, sku, size, color, price, "available", active, 0 from json_to_recordset($1)
     as r(sku text, product text, size text, color text, price bigint, "available" int, active boolean)`,
    [JSON.stringify(offered)],
  );
  const chosen = kept.filter((each) => each.chosen).map(({ id }) => id);
  await pool.query(
    `insert into collection_products (collection_id, product_id, position)
     select 'col_chosen', id, 0 from unnest($1::text[]) id`,
    [chosen],
  );
  return kept;
}

type Statement = [{ text: string }, unknown[]];
/** The statements that some work asks of the database. */
export async function statementsOf(
  shop: TestShop,
  work: () => Promise<unknown>,
): Promise<Statement[]> {
  const { pool } = shop.database;
  const statements: Statement[] = [];
  const { query } = pool;
  pool.query = ((...sent: Statement) => {
    statements.push(sent);
    return query.apply(pool, sent as unknown as Parameters<typeof query>);
  }) as typeof query;
  await work().finally(() => {
    pool.query = query;
  });
  return statements;
}
