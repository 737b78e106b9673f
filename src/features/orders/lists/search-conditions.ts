/** Which orders fit a text: the one rule of all lists and calls that find orders. */
import { and, like, or, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { hasFoldedWords } from '#db/has-words.ts';
import { literals } from '#db/literals.ts';
import { skuStarts, startingWith } from '#db/pattern.ts';
import { documentKinds } from '../../documents/documents.schema.ts';
import { documents } from '../../documents/documents.table.ts';
import { fulfillments } from '../../order-tables/fulfillments.table.ts';
import { orderAddresses, orderLines, orders } from '../../order-tables/orders.table.ts';
import { readOrderText } from './order-text.ts';

/** What a text, or another part of a filter, finds of a list. */
export interface OrdersFound {
  /** How one order is compared with it; null without a text. */
  matches: SQL | null;
  /** The ids of the orders of a list that fit; null when they are too many, or without a text. */
  fitting: string[] | null;
  /** If they are too many: of the list at least so many, as far as they are counted. */
  atLeast: number;
}

/** Up to so many orders that fit a text are sorted; of more, the order of the list is read. */
export const MOST_FITTING = 5_000;
/** So many times more rows are read if each order has as many of them. */
const TIMES_MORE = 4;

/**
 * Whether an order of a list fits a search; `listed` says which orders the list has. When many fit,
 * the order of the list finds the first of them quickly.
 */
export function fitsText(
  { matches, fitting }: Pick<OrdersFound, 'matches' | 'fitting'>,
  listed: SQL | undefined,
): SQL | undefined {
  if (fitting) return anyOf(orders.id, fitting);
  return and(listed, matches ?? undefined);
}

interface Limits {
  most?: number;
  counted?: number;
}

/** What a list has without a text. */
export const WHOLE_LIST: OrdersFound = { matches: null, fitting: null, atLeast: 0 };

/** Finds the orders of a list that fit a text: see `findByWays`. */
export async function findFitting(
  db: Executor,
  text: string | null,
  listed: SQL | undefined,
  limits: Limits = {},
): Promise<OrdersFound> {
  return text === null ? WHOLE_LIST : findByWays(db, waysToMatch(text), listed, limits);
}

/**
 * Finds the orders of a list that fit one of these ways, unless the ways alone fit more than `most`;
 * then counts some of them, up to `counted`. Each way to match uses its own index, whatever the list
 * leaves out: PostgreSQL can't tell how few fit.
 */
export async function findByWays(
  db: Executor,
  ways: Way[],
  listed: SQL | undefined,
  { most = MOST_FITTING, counted = 0 }: Limits = {},
): Promise<OrdersFound> {
  const matches = or(...ways.map((way) => way.matches)) ?? sql`false`;
  if (ways.length === 0) return { matches, fitting: [], atLeast: 0 };
  const found = await selectFitting(db, ways, listed, { most, counted, read: most });
  // All rows may be of few orders, such as lines that are found by the beginning of their SKU.
  const { ids, atLeast } =
    found.ids || found.orders > most / TIMES_MORE
      ? found
      : await selectFitting(db, ways, listed, { most, counted, read: most * TIMES_MORE });
  return { matches, fitting: ids, atLeast };
}

/** Reads up to `read` rows that fit. Without ids, there are more, or of more than `most` orders. */
async function selectFitting(
  db: Executor,
  ways: Way[],
  listed: SQL | undefined,
  { most, counted, read }: { most: number; counted: number; read: number },
): Promise<{ ids: string[] | null; orders: number; atLeast: number }> {
  const each = ways.map(({ ids }) => sql`(${ids} limit ${read + 1})`);
  const among = (ids: SQL) =>
    sql`select id from ${orders} where ${and(sql`${orders.id} = any(array(${ids}))`, listed)}`;
  const all = sql`select id from found`;
  const { rows } = await db.execute<{ ids: string[] | null; orders: number; atLeast: number }>(sql`
    with found as materialized (
      select id, count(*) as rows from (${sql.join(each, sql` union all `)}) each (id) group by id
    ), size as materialized (
      select count(*)::int as orders, coalesce(sum(rows), 0) <= ${read} and count(*) <= ${most} as few
      from found
    )
    select orders, case when few then array(${among(all)}) end as ids,
      case when few then 0 else (select count(*)::int from (
        ${among(sql`${all} limit ${2 * counted}`)} limit ${counted}
      ) counted) end as "atLeast"
    from size`);
  const [row] = rows;
  if (!row) throw new Error('A count returned no row.');
  return row;
}

/** A way to match: the ids of the orders that do, and whether one order does. */
export interface Way {
  ids: SQL;
  matches: SQL;
}

export function waysToMatch(text: string): Way[] {
  const { number, email, name, phone, phoneStarts, tracking, document, sku } = readOrderText(text);
  return [
    number === null ? null : bySelf(like(orders.number, startingWith(number))),
    email === null ? null : bySelf(like(orders.email, startingWith(email))),
    name === null ? null : bySelf(hasFoldedWords(orders.name, name)),
    phone === null ? null : byRows(orderAddresses, phoneEnds(phone)),
    phoneStarts.length === 0 ? null : byPhoneStarts(phoneStarts),
    tracking === null ? null : byRows(fulfillments, trackingStarts(tracking)),
    document === null ? null : byRows(documents, isDocument(document)),
    sku === null ? null : bySku(sku),
  ].filter((way) => way !== null);
}

function bySelf(matches: SQL): Way {
  return { ids: sql`select ${orders.id} from ${orders} where ${matches}`, matches };
}

/** By the beginning of an SKU in the order. */
export const bySku = (start: string): Way => byLines(skuStarts(orderLines.sku, start));

/** By lines of the order that fit. */
export const byLines = (fits: SQL): Way => byRows(orderLines, fits);

type OfOrder = typeof orderAddresses | typeof fulfillments | typeof documents | typeof orderLines;

/** By rows of another table that fit. */
function byRows(table: OfOrder, fits: SQL): Way {
  return {
    ids: sql`select ${table.orderId} from ${table} where ${fits}`,
    matches: has(table, fits),
  };
}

/** Whether an order has such rows. `offset 0` makes PostgreSQL look up the rows of each order. */
const has = (table: OfOrder, fits: SQL) => sql`exists (select from ${table}
  where ${table.orderId} = ${orders.id} and ${fits} offset 0)`;

/**
 * By a beginning with the code of any country. They are looked up one after the other; an index finds
 * none of several patterns. A digit comes before a colon.
 */
function byPhoneStarts(starts: string[]): Way {
  const all = sql`unnest(${sql.param(starts)}::text[]) s (start)`;
  const { phone } = orderAddresses;
  const fits = sql`${phone} ~>=~ s.start and ${phone} ~<~ (s.start || ':')`;
  return {
    ids: sql`select each.order_id from ${all} cross join lateral (
      select ${orderAddresses.orderId} from ${orderAddresses} where ${fits} offset 0
    ) each`,
    matches: has(orderAddresses, sql`exists (select from ${all} where ${fits})`),
  };
}

const phoneEnds = (digits: string) =>
  sql`reverse(${orderAddresses.phone}) like ${startingWith([...digits].reverse().join(''))}`;

const trackingStarts = (start: string) =>
  sql`upper(translate(${fulfillments.trackingNumber}, ' ./_-', '')) like ${startingWith(start)}`;

/** The number of each kind is unique, so an index finds at most three. Their prefix may have changed. */
function isDocument({ label, number }: { label: string; number: number }): SQL {
  const bare = (of: SQL) => sql`upper(regexp_replace(${of}, '[^[:alnum:]]', '', 'g'))`;
  return sql`${documents.kind} in (${literals(documentKinds)}) and ${documents.number} = ${number}
    and ${bare(sql`${documents.label}`)} = ${bare(sql`${label}`)}`;
}
