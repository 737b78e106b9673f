/** What each value of each filter of a search would leave. */
import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { escaped } from '#db/pattern.ts';
import { products, variantPrice, variants } from '../catalog.table.ts';
import type { FilterName } from '../product-list.schema.ts';
import {
  fits,
  hasChoice,
  isListedAt,
  listedPrice,
  mostHits,
  newestHits,
  type SearchFilter,
} from './search.store.ts';

export interface CountedValue {
  value: string;
  count: number;
}

export interface CountedFacets {
  category: CountedValue[];
  size: CountedValue[];
  color: CountedValue[];
  inStock: number;
  lowestMinor: number | null;
  highestMinor: number | null;
  /** Whether every product that fits was counted, and not the newest alone. */
  isWhole: boolean;
}

const ANY_PRICE = { minMinor: null, maxMinor: null };
const MOST_VALUES = 200;

/**
 * Counts the values of all filters among the newest products that fit, each as if its own filter was
 * not set. Facets that look at the same products are counted by one statement.
 */
export async function countFacets(db: Executor, filter: SearchFilter): Promise<CountedFacets> {
  const open = { ...filter, price: ANY_PRICE };
  const hasPrice = filter.price.minMinor !== null || filter.price.maxMinor !== null;
  const optionsOf = hasPrice ? pricedOptions(filter.price) : countedOptions;
  // With a price, options are counted by the prices of their variants.
  const beside = hasPrice ? open : filter;
  const parts: Record<PartName, Omit<Part, 'name'>> = {
    category: { base: { ...filter, category: null }, count: CATEGORIES },
    sizes: { base: { ...beside, sizes: [] }, count: optionsOf('size', filter) },
    colors: { base: { ...beside, colors: [] }, count: optionsOf('color', filter) },
    inStock: hasPrice
      ? { base: { ...open, inStock: true }, count: pricedInStock(filter) }
      : { base: filter, count: inStock(filter) },
    price: { base: open, count: range(filter) },
  };
  const named = Object.entries(parts).map(([name, part]) => ({ name, ...part }));
  const found: Partial<Record<PartName, unknown>> = {};
  for (const group of Map.groupBy(named, ({ base }) => JSON.stringify(base)).values()) {
    Object.assign(found, await countParts(db, group));
  }
  const { low, high } = found.price as { low: number | null; high: number | null };
  const category = found.category as CountedValue[];
  return {
    category,
    size: found.sizes as CountedValue[],
    color: found.colors as CountedValue[],
    inStock: found.inStock as number,
    lowestMinor: low,
    highestMinor: high,
    isWhole: category.reduce((sum, { count }) => sum + count, 0) < mostHits(filter),
  };
}

/** The category and each filter of lists. */
type PartName = 'category' | FilterName;

interface Part {
  name: string;
  /** What it is counted among: the rows `hits`. */
  base: SearchFilter;
  /** One value of JSON. */
  count: SQL;
}

async function countParts(db: Executor, parts: Part[]): Promise<Record<string, unknown>> {
  const [first] = parts;
  if (!first) return {};
  const columns = parts.map(({ name, count }) => sql`(${count}) as ${sql.identifier(name)}`);
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    with hits as materialized (select * from ${newestHits(first.base)})
    select ${sql.join(columns, sql`, `)}`);
  return rows[0] ?? {};
}

const listOf = (values: SQL) =>
  sql`select coalesce(json_agg(json_build_object('value', value, 'count', count)), '[]') from (${values}) counted`;

const CATEGORIES = listOf(
  sql`select category as value, count(*)::int as count from hits group by category`,
);

/**
 * The sizes or colors of the hits, by their choices: those of size S that fit the chosen colors are
 * the ones with a choice of S and such a color. `like` leaves few choices to take apart.
 */
function countedOptions(option: 'size' | 'color', { sizes, colors, inStock }: SearchFilter): SQL {
  const stock = inStock ? '+' : '';
  const anyOf = (start: string, values: string[]) =>
    values.length > 0 ? values.map((value) => start + value.replaceAll('\x1f', ' ')) : [''];
  const patterns =
    option === 'size'
      ? anyOf('c', colors).map((color) => `s%${escaped(`\x1f${color}\x1f${stock}`)}`)
      : anyOf('s', sizes).map((size) => `${escaped(`${size}\x1fc`)}%${escaped(`\x1f${stock}`)}`);
  const part = sql.raw(option === 'size' ? '1' : '2');
  return listOf(sql`
    select substr(chosen, 2) as value, count(distinct product_id)::int as count from (
      select product_id, split_part(choice, E'\x1f', ${part}) as chosen
      from hits, unnest(choices) choice where choice like any(${sql.param(patterns)}::text[])
    ) each group by chosen order by count desc, value limit ${MOST_VALUES}`);
}

/** The same where the price is limited: of each value, the lowest of its variants counts. */
function pricedOptions({ minMinor, maxMinor }: SearchFilter['price']) {
  return (option: 'size' | 'color', filter: SearchFilter): SQL => {
    const value = option === 'size' ? sql`variants.size` : sql`variants.colour`;
    const others = { ...filter, [option === 'size' ? 'sizes' : 'colors']: [] };
    return listOf(sql`
      select value, count(*)::int as count from hits i cross join lateral (
        select ${value} as value, min(${variantPrice}) as price
        from ${variants} join ${products} on products.id = variants.product_id
        where ${fits(others)} and ${value} is not null group by ${value}
      ) each
      where price >= ${minMinor ?? 0}::bigint
        and price <= ${maxMinor ?? Number.MAX_SAFE_INTEGER}::bigint
      group by value order by count desc, value limit ${MOST_VALUES}`);
  };
}

function inStock(filter: SearchFilter): SQL {
  const onHand = hasChoice({ ...filter, inStock: true });
  return sql`select count(*)::int from hits i where ${onHand}`;
}

/** The same where the price is limited: the lowest of what is in stock counts. */
function pricedInStock(filter: SearchFilter): SQL {
  const isWithin = isListedAt({ ...filter, inStock: true }, filter.price);
  return sql`select count(*)::int from hits i where ${isWithin}`;
}

function range(filter: SearchFilter): SQL {
  return sql`select json_build_object('low', min(price), 'high', max(price))
    from (select ${listedPrice(filter)} as price from hits i) priced`;
}
