/** Rows of a busy shop that belong to no order: carts, counts of searches, and jobs of staff. */
import { JOB } from './order-rows.ts';

const goods = "v.sku like 'G-%'";

/**
 * Carts that were left in the last two weeks, one for every second order, of one item each. Every
 * third is that of a customer, while there are customers without a cart.
 */
export const cartRows = (orders: number) => `
  insert into carts (id, user_id, token_hash, created_at, updated_at)
  select 'crt_generated' || c.nr, u.id,
    case when u.id is null then encode(sha256(convert_to('generated ' || c.nr, 'UTF8')), 'hex') end, at, at
  from generate_series(1, ${Math.floor(orders / 2)}) c(nr)
    cross join lateral (select now() - c.nr * interval '14 days' / ${orders} as at) left_at
    left join (
      select id, 3 * row_number() over (order by id) as nr from users where role = 'shopper'
        and not exists (select from carts where user_id = users.id and status = 'open')
    ) u using (nr)`;

export const cartLineRows = (orders: number) => `
  insert into cart_lines (cart_id, variant_id, quantity, added_at, seen_price_minor)
  select c.id, v.id, 1, c.created_at, coalesce(v.price_minor, p.price_minor)
  from (select v.*, row_number() over () as nr from (
    select v.* from variants v where ${goods} limit ${Math.floor(orders / 2)}
  ) v) v join products p on p.id = v.product_id join carts c on c.id = 'crt_generated' || v.nr`;

/** As many different texts and clicks a day as the shop counts; fewer in a small shop. */
const SEARCHES_OF_DAY = 5_000;
const DAYS = 90;
const searchesOf = (products: number) => Math.min(SEARCHES_OF_DAY, Math.ceil(products / 10));

// Names of products, some with a word that finds nothing.
const searched = (products: number) => `(
  select p.id, p.nr, left(lower(p.name) || ' ' || p.nr, 80) as query, p.nr % 9 = 0 as is_empty
  from (select id, name, row_number() over (order by id) as nr from products p
    order by id limit ${searchesOf(products)}) p
)`;

export const searchRows = (products: number) => `
  insert into search_counts (day, query, searches, empty, networks)
  select (now() at time zone 'UTC')::date - back, s.query, times, case when s.is_empty then times else 0 end, times
  from generate_series(0, ${DAYS - 1}) back cross join ${searched(products)} s
    cross join lateral (select 1 + (s.nr * 7 + back) % 50 as times) t`;

export const clickRows = (products: number) => `
  insert into search_clicks (day, query, product_id, clicks)
  select (now() at time zone 'UTC')::date - back, s.query, s.id, 1 + (s.nr + back) % 5
  from generate_series(0, ${DAYS - 1}) back cross join ${searched(products)} s where not s.is_empty`;

/** The import that added the products, and a bulk edit of every tenth. */
export const GENERATED_JOBS = { import: 'job_generatedimport', bulkEdit: 'job_generatededit' };

export const jobRows = (products: number) => `
  insert into staff_jobs (id, kind, status, input, result, done, total, problem_count, created_by, created_at, finished_at)
  values ('${GENERATED_JOBS.import}', 'import', 'done',
    '{"fileName": "generated.csv", "dialect": "shopify", "header": [], "mapping": {}, "category": "", "existing": "skip", "dryRun": false}',
    '{"phase": "images", "added": ${products}, "changed": 0, "variants": 0, "unchanged": 0, "uncategorised": 0, "refused": ${problemsOf(products)}, "newCategories": [], "toFetch": 0, "fetched": 0}',
    ${products}, ${products}, ${problemsOf(products)}, '${JOB}', now(), now()),
  ('${GENERATED_JOBS.bulkEdit}', 'bulkEdit', 'done', '{"products": ${Math.ceil(products / 10)}}',
    '{"changed": ${Math.ceil(products / 10)}, "variants": 0, "unchanged": 0, "leftOut": 0}',
    ${Math.ceil(products / 10)}, ${Math.ceil(products / 10)}, 0, '${JOB}', now(), now())`;

export const jobItemRows = `
  insert into staff_job_items (job_id, subject, label, outcome, differences, before, version)
  select '${GENERATED_JOBS.import}', p.id, p.name, 'new', null::jsonb, null::jsonb, p.version from products p
    where exists (select from variants v where v.product_id = p.id and ${goods})
  union all select '${GENERATED_JOBS.bulkEdit}', p.id, p.name, 'changed',
    jsonb_build_object('tags', jsonb_build_array(p.tags, p.tags)), '{}'::jsonb, p.version from products p
    where abs(hashtext(p.id)) % 10 = 0
      and exists (select from variants v where v.product_id = p.id and ${goods})`;

const problemsOf = (products: number) => Math.ceil(products / 10);

export const jobProblemRows = (products: number) => `
  insert into staff_job_problems (job_id, line, first_line, last_line, reason)
  select '${GENERATED_JOBS.import}', line, line, line, 'The price is not a number.'
  from generate_series(2, ${problemsOf(products) + 1}) line`;
