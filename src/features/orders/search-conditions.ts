/** Which orders fit a text: the one rule of all lists and calls that find orders. */
import { and, like, or, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { hasFoldedWords } from '#db/has-words.ts';
import { startingWith } from '#db/pattern.ts';
import { fulfillments } from '../order-tables/fulfillments.table.ts';
import { orderAddresses, orderLines, orders } from '../order-tables/orders.table.ts';
import { readOrderText } from './order-text.ts';

/** A text with the ids of the orders that fit; null when they are too many, or without a text. */
export interface TextSearch {
  text: string | null;
  fitting: string[] | null;
}

/** Up to so many orders that fit a text are sorted; of more, the order of the list is read. */
export const MOST_FITTING = 5_000;

/**
 * Whether an order of a list fits a search; `listed` says which orders the list has. When many fit,
 * the order of the list finds the first of them quickly.
 */
export function fitsText({ text, fitting }: TextSearch, listed: SQL | undefined): SQL | undefined {
  if (fitting) return anyOf(orders.id, fitting);
  if (text === null) return listed;
  return and(listed, or(...waysToMatch(text).map(({ matches }) => matches)) ?? sql`false`);
}

/**
 * Finds the orders of a list that fit a text, unless the text alone fits more than `most`. Each way
 * to match uses its own index, whatever the list leaves out: PostgreSQL can't tell how few fit. An
 * order counts as often as it is found, such as by two lines.
 */
export async function findFitting(
  db: Executor,
  text: string | null,
  listed: SQL | undefined,
  most = MOST_FITTING,
): Promise<TextSearch> {
  if (text === null) return { text, fitting: null };
  const found = waysToMatch(text).map(({ ids }) => sql`(${ids} limit ${most + 1})`);
  if (found.length === 0) return { text, fitting: [] };
  const isFound = sql`${orders.id} = any(array(select id from found))`;
  const ids = listed
    ? sql`select id from ${orders} where ${isFound} and ${listed}`
    : sql`select distinct id from found`;
  const { rows } = await db.execute<{ ids: string[] | null }>(sql`
    with found (id) as materialized (${sql.join(found, sql` union all `)})
    select case when (select count(*) from found) <= ${most} then array(${ids}) end as ids`);
  return { text, fitting: rows[0]?.ids ?? null };
}

/** A way to match: the ids of the orders that do, and whether one order does. */
interface Way {
  ids: SQL;
  matches: SQL;
}

function waysToMatch(text: string): Way[] {
  const { number, email, name, phone, tracking, sku } = readOrderText(text);
  return [
    number === null ? null : bySelf(like(orders.number, startingWith(number))),
    email === null ? null : bySelf(like(orders.email, startingWith(email))),
    name === null ? null : bySelf(hasFoldedWords(orders.name, name)),
    phone === null ? null : byRows(orderAddresses, phoneEnds(phone)),
    tracking === null ? null : byRows(fulfillments, trackingStarts(tracking)),
    sku === null ? null : byRows(orderLines, skuStarts(sku)),
  ].filter((way) => way !== null);
}

function bySelf(matches: SQL): Way {
  return { ids: sql`select ${orders.id} from ${orders} where ${matches}`, matches };
}

/** By rows of another table that fit. */
function byRows(
  table: typeof orderAddresses | typeof fulfillments | typeof orderLines,
  fits: SQL,
): Way {
  return {
    ids: sql`select ${table.orderId} from ${table} where ${fits}`,
    // `offset 0` makes PostgreSQL look up the rows of each order.
    matches: sql`exists (select from ${table}
      where ${table.orderId} = ${orders.id} and ${fits} offset 0)`,
  };
}

const phoneEnds = (digits: string) =>
  sql`reverse(${orderAddresses.phone}) like ${startingWith([...digits].reverse().join(''))}`;

const trackingStarts = (start: string) =>
  sql`upper(translate(${fulfillments.trackingNumber}, ' ./_-', '')) like ${startingWith(start)}`;

const skuStarts = (start: string) => sql`lower(${orderLines.sku}) like ${startingWith(start)}`;
