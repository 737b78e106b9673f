/** Which orders fit a text: the one rule of all lists and calls that find orders. */
import { and, like, or, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { hasFoldedWords, mayHaveWords } from '#db/has-words.ts';
import { literals } from '#db/literals.ts';
import { skuStarts, startingWith } from '#db/pattern.ts';
import { documentKinds } from '../../documents/documents.schema.ts';
import { documents } from '../../documents/documents.table.ts';
import { fulfillments } from '../../order-tables/fulfillments.table.ts';
import { orderAddresses, orderLines, orders } from '../../order-tables/orders.table.ts';
import { readOrderText } from './order-text.ts';
import { ordersWithWord } from './words-of-names.ts';

/** What a text, or another part of a filter, finds of a list. */
export interface OrdersFound {
  /** How one order is compared with it; null without a text. */
  matches: SQL | null;
  /** The ids of the orders of a list that fit; null when they are too many, or without a text. */
  fitting: string[] | null;
  /** If they are too many: of the list at least so many, as far as they are counted. */
  atLeast: number;
  /** A way that was not read because it is known to find too many, so it is not counted either. */
  unread: Way | null;
}

/** Up to so many orders that fit a text are sorted; of more, the order of the list is read. */
export const MOST_FITTING = 5_000;
/** So many times more rows are read if each order has as many of them. */
const TIMES_MORE = 4;
/** So many times more orders have frequent words for sure, by what PostgreSQL knows of some of them. */
const SURELY = 2;
/** The part of them up to which orders of one way are compared by their ids. */
const PART_OF_WAY = 0.1;

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
export const WHOLE_LIST: OrdersFound = { matches: null, fitting: null, atLeast: 0, unread: null };

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
  if (ways.length === 0) return { ...WHOLE_LIST, matches: sql`false`, fitting: [] };
  const unread = await selectFrequent(db, ways, most);
  if (unread) {
    const others = ways.filter((way) => way !== unread);
    const few = matchesOf(others, await selectFew(db, others, most));
    return { matches: or(unread.matches, few) ?? few, fitting: null, atLeast: 0, unread };
  }
  const found = await selectFitting(db, ways, listed, { most, counted, read: most });
  // All rows may be of few orders, such as lines that are found by the beginning of their SKU.
  const { ids, atLeast, idsOfWays } =
    found.ids || found.orders > most / TIMES_MORE
      ? found
      : await selectFitting(db, ways, listed, { most, counted, read: most * TIMES_MORE });
  return { matches: matchesOf(ways, idsOfWays), fitting: ids, atLeast, unread };
}

/**
 * The way by name, if the statistics say that very many orders have such a name. An index of words
 * reads all orders with a word before it returns the first one.
 */
async function selectFrequent(db: Executor, ways: Way[], most: number): Promise<Way | null> {
  const way = ways.find(({ folded }) => folded !== undefined);
  if (way?.folded === undefined) return null;
  const expected = await ordersWithWord(db, way.folded);
  return expected > SURELY * most ? way : null;
}

/** How many orders of a list fit a way; stops at `counted`, or when twice as many were compared. */
export async function countSome(
  db: Executor,
  { ids }: Way,
  listed: SQL | undefined,
  counted: number,
): Promise<number> {
  const some = sql`${ids} limit ${2 * counted}`;
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from ${orders} where ${and(sql`${orders.id} = any(array(${some}))`, listed)}
      limit ${counted}
    ) counted`);
  return rows[0]?.count ?? 0;
}

/** How one order is compared: by its id with those of ways that find few, which takes a fraction of the time. */
function matchesOf(ways: Way[], idsOfWays: (string[] | null)[]): SQL {
  const few = idsOfWays.flatMap((ids) => ids ?? []);
  const others = ways.filter((_, nr) => idsOfWays[nr] === null).map(({ matches }) => matches);
  return or(few.length > 0 ? anyOf(orders.id, few) : undefined, ...others) ?? sql`false`;
}

interface Fitting {
  /** Null if there are more than `read` rows, or more than `most` orders. */
  ids: string[] | null;
  orders: number;
  atLeast: number;
  /** What each way finds; null for one that finds many. */
  idsOfWays: (string[] | null)[];
}

const nameOf = (nr: number) => sql.raw(`way_${nr}`);

/** The rows of each way up to a limit, and a list of the orders of each; null for one that finds many. */
function rowsOf(ways: Way[], { read, most }: { read: number; most: number }) {
  const fewOfWay = Math.floor(most * PART_OF_WAY);
  return {
    each: sql.join(
      ways.map(({ ids }, nr) => sql`${nameOf(nr)} (id) as materialized (${ids} limit ${read + 1})`),
      sql`, `,
    ),
    idsOfWays: sql`json_build_array(${sql.join(
      ways.map(
        (_, nr) => sql`case when (select count(*) from ${nameOf(nr)}) <= ${fewOfWay}
          then coalesce((select json_agg(distinct id) from ${nameOf(nr)}), '[]') end`,
      ),
      sql`, `,
    )})`,
  };
}

/** What each way finds; null for one that finds many. */
async function selectFew(db: Executor, ways: Way[], most: number): Promise<Fitting['idsOfWays']> {
  if (ways.length === 0) return [];
  const { each, idsOfWays } = rowsOf(ways, { read: Math.floor(most * PART_OF_WAY), most });
  const { rows } = await db.execute<{ ids: Fitting['idsOfWays'] }>(
    sql`with ${each} select ${idsOfWays} as ids`,
  );
  return rows[0]?.ids ?? ways.map(() => null);
}

/** Reads up to `read` rows that fit. */
async function selectFitting(
  db: Executor,
  ways: Way[],
  listed: SQL | undefined,
  { most, counted, read }: { most: number; counted: number; read: number },
): Promise<Fitting> {
  const { each, idsOfWays } = rowsOf(ways, { read, most });
  const all = sql.join(
    ways.map((_, nr) => sql`select id from ${nameOf(nr)}`),
    sql` union all `,
  );
  const among = (ids: SQL) =>
    sql`select id from ${orders} where ${and(sql`${orders.id} = any(array(${ids}))`, listed)}`;
  const found = sql`select id from found`;
  const { rows } = await db.execute<Fitting & Record<string, unknown>>(sql`
    with ${each}, found as materialized (
      select id, count(*) as rows from (${all}) each group by id
    ), size as materialized (
      select count(*)::int as orders, coalesce(sum(rows), 0) <= ${read} and count(*) <= ${most} as few
      from found
    )
    select orders, case when few then array(${among(found)}) end as ids,
      case when few then 0 else (select count(*)::int from (
        ${among(sql`${found} limit ${2 * counted}`)} limit ${counted}
      ) counted) end as "atLeast",
      case when not few then ${idsOfWays} end as "idsOfWays"
    from size`);
  const [row] = rows;
  if (!row) throw new Error('A count returned no row.');
  return { ...row, idsOfWays: row.idsOfWays ?? ways.map(() => null) };
}

/** A way to match: the ids of the orders that do, and whether one order does. */
export interface Way {
  ids: SQL;
  matches: SQL;
  /** The beginnings of words of the name, if that is what it looks for. */
  folded?: string;
}

export function waysToMatch(text: string): Way[] {
  const { number, email, name, phone, phoneStarts, tracking, document, sku } = readOrderText(text);
  return [
    number === null ? null : bySelf(like(orders.number, startingWith(number))),
    email === null ? null : bySelf(like(orders.email, startingWith(email))),
    name === null ? null : byName(name),
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

/**
 * By words of the name. Of one order, its letters are compared first. PostgreSQL knows how many orders
 * have the words, and would take the letters for another condition that few fit; in `coalesce` it
 * expects that every second one does.
 */
function byName(name: string): Way {
  const hasWords = hasFoldedWords(orders.name, name);
  const mayHave = sql`coalesce(${mayHaveWords(orders.name, name)}, false)`;
  return { ...bySelf(hasWords), matches: sql`(${mayHave} and ${hasWords})`, folded: name };
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
 * none of several patterns. A digit comes before a colon. Of one order, the number's first characters
 * are looked up among those of the same length, which PostgreSQL does by a hash.
 */
function byPhoneStarts(starts: string[]): Way {
  const { phone } = orderAddresses;
  const lengths = [...new Set(starts.map(({ length }) => length))];
  const begins = lengths.map((length) => {
    const some = sql.param(starts.filter((start) => start.length === length));
    return sql`left(${phone}, ${length}::int) = any(${some}::text[])`;
  });
  return {
    ids: sql`select each.order_id from unnest(${sql.param(starts)}::text[]) s (start)
      cross join lateral (
        select ${orderAddresses.orderId} from ${orderAddresses}
        where ${phone} ~>=~ s.start and ${phone} ~<~ (s.start || ':') offset 0
      ) each`,
    matches: has(orderAddresses, sql`(${sql.join(begins, sql` or `)})`),
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
