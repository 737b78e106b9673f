/** Counts how many products of a search each value of each filter would leave. */
import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { escaped } from '#db/pattern.ts';
import { sideBySide } from '#db/side-by-side.ts';
import { products, variantPrice, variants } from '../catalog.table.ts';
import type { ColorFamily } from '../color-families.ts';
import type { CountedPrice } from '../price-buckets.ts';
import {
  type FilterName,
  type FilterOf,
  flagNames,
  productFilters,
  traitNames,
} from '../product-list.schema.ts';
import { type FacetName, type FacetValue, MOST_VALUES } from '../search.schema.ts';
import { fitting, type NewestHits, selectNewestToCount } from './hits.store.ts';
import { pricesOf } from './search.store.ts';
import {
  fits,
  hasFittingVariant,
  isBeyondChoices,
  isListedAt,
  type SearchFilter,
} from './search-conditions.ts';
import { TRAIT_START, traitText } from './search-text.ts';

export interface CountedFacets {
  category: FacetValue[];
  size: FacetValue[];
  color: FacetValue[];
  /** The families that were asked for. */
  family: FacetValue[];
  traits: Record<FilterOf<'traits'>, FacetValue[]>;
  flags: Record<FilterOf<'flag'>, number>;
  /** From low to high. */
  prices: CountedPrice[];
  /** Which of them were counted among the newest products that they may leave, not among all. */
  cut: Set<FacetName | 'price'>;
}

interface Counted {
  filter: SearchFilter;
  /** The families to count. */
  families: ColorFamily[];
  /** The hits of the filter, if they are known. */
  newest: NewestHits | null;
  /** The category or collection whose values are counted; null for a search. */
  section: Pick<SearchFilter, 'price'> | null;
}

const ANY_PRICE = { minMinor: null, maxMinor: null };

/**
 * Counts the values of all filters among the newest products that fit, each as if its own filter was
 * not set. A family counts a product once, however many of its shades the product has. Facets that
 * look at the same products are counted by one statement. A section has no values of categories, and
 * its own limits of the price.
 */
export async function countFacets(
  db: Executor,
  { newest, ...counted }: Counted,
): Promise<CountedFacets> {
  const { filter } = counted;
  const named = Object.entries(partsOf(counted)).map(([name, part]) => ({ name, ...part }));
  const found: Partial<Record<PartName | FilterOf<'traits'>, unknown>> = {};
  const cut: CountedFacets['cut'] = new Set();
  const countGroup = async (base: string, group: Part[]) => {
    const shared = group[0]?.base ?? filter;
    const known = base === JSON.stringify(filter) ? newest : null;
    const hits = known ?? (await selectNewestToCount(db, shared));
    const counts = await countParts(db, group, { ...shared, found: hits.ids });
    const isWhole = hits.total === hits.ids.length;
    const isCut = ({ name, count }: Part) =>
      !isWhole || (count === TRAITS && (counts[name] as unknown[]).length >= MOST_OF_ALL_TRAITS);
    for (const facet of group.filter(isCut).flatMap(({ of }) => of)) cut.add(facet);
    Object.assign(found, counts);
  };
  const groups = Map.groupBy(named, (part) => JSON.stringify(part.base));
  await sideBySide(
    [...groups].map(
      ([base, group]) =>
        () =>
          countGroup(base, group),
    ),
  );
  return {
    category: (found.category ?? []) as FacetValue[],
    size: found.sizes as FacetValue[],
    ...(found.colors as Pick<CountedFacets, 'color' | 'family'>),
    traits: Object.fromEntries(
      traitNames.map((name) => [
        name,
        traitsOf(name, (found[name] ?? found.traits) as FacetValue[]),
      ]),
    ) as CountedFacets['traits'],
    flags: Object.fromEntries(
      flagNames.map((name) => [name, found[name]]),
    ) as CountedFacets['flags'],
    prices: found.price as CountedPrice[],
    cut,
  };
}

function partsOf({
  filter,
  families,
  section,
}: Omit<Counted, 'newest'>): Partial<Record<PartName, Omit<Part, 'name'>>> {
  const open = { ...filter, price: ANY_PRICE };
  const hasPrice = filter.price.minMinor !== null || filter.price.maxMinor !== null;
  // With a price, options are counted by the prices of their variants.
  const beside = hasPrice ? open : filter;
  return {
    ...(section ? {} : { category: categoryPart(filter) }),
    sizes: {
      of: ['size'],
      base: { ...beside, sizes: [] },
      count: optionsOf('sizes', filter),
    },
    colors: {
      of: ['color', 'family'],
      base: { ...beside, colors: [] },
      count: colorsOf(filter, families),
    },
    ...traitParts(filter),
    ...flagParts(filter, hasPrice ? open : null),
    price: {
      of: ['price'],
      base: section ? { ...filter, price: section.price } : open,
      count: pricesOf(sql`hits i`, filter),
    },
  };
}

/** The category and each filter of lists. Groups are counted with their values. */
type PartName = 'category' | 'traits' | Exclude<FilterName, FilterOf<'groups' | 'traits'>>;

interface Part {
  name: string;
  /** The facets that it counts. */
  of: (FacetName | 'price')[];
  /** The filter of the products that it counts. They are the rows of `hits`. */
  base: SearchFilter;
  /** An expression that returns one JSON value. */
  count: SQL;
}

/** Counts parts with the same base among these hits. */
async function countParts(
  db: Executor,
  parts: Part[],
  hits: SearchFilter,
): Promise<Record<string, unknown>> {
  const columns = parts.map(({ name, count }) => sql`(${count}) as ${sql.identifier(name)}`);
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    with hits as materialized (
      select i.product_id, i.category, i.price_minor, i.price_varies, i.choices from ${fitting(hits)}
    ),
    ${CHOICES} as materialized (
      select choice, count(*)::int as count from ${CHOICE_OF_HITS} each group by choice
    )
    select ${sql.join(columns, sql`, `)}`);
  return rows[0] ?? {};
}

// In the list of columns, because a join with `unnest` takes twice as long.
const CHOICE_OF_HITS = sql`(select product_id, unnest(choices) as choice from hits)`;

/** How many hits have each choice of the index. Most facets are read from it, in one pass. */
const CHOICES = sql`choices_of_hits`;

const listOf = (values: SQL) =>
  sql`select coalesce(json_agg(json_build_object('value', value, 'count', count)), '[]') from (${values}) counted`;

function categoryPart(filter: SearchFilter): Omit<Part, 'name'> {
  const count = listOf(
    sql`select category as value, count(*)::int as count from hits group by category`,
  );
  return { of: ['category'], base: { ...filter, category: null }, count };
}

function optionsOf(
  option: FilterOf<'options'>,
  filter: SearchFilter,
  values = optionValues(option, filter),
): SQL {
  const [pattern = '', ...others] = choicePatterns(option, filter);
  if (readsVariants(filter) || others.length > 0) return countedValues(values, filter);
  return listOf(sql`
    select ${valueIn(option)} as value, count from ${CHOICES}
    where choice like ${pattern} order by count desc, value limit ${MOST_VALUES}`);
}

/** Counts the colors of the hits, and their families. A family counts a product once. */
function colorsOf(filter: SearchFilter, families: ColorFamily[]): SQL {
  const pairs = families.flatMap(({ name, colors }) => colors.map((color) => [color, name]));
  const familyOf = JSON.stringify(Object.fromEntries(pairs));
  const inFamilies = sql`
    select product_id, ${familyOf}::jsonb ->> value as value, min(price) as price
    from picked where ${familyOf}::jsonb ? value group by 1, 2`;
  return sql`
    with picked as materialized (${optionValues('colors', filter)})
    select json_build_object(
      'color', (${optionsOf('colors', filter, sql`select * from picked`)}),
      'family', (${countedValues(inFamilies, filter)}))`;
}

/** Counts the products of each value, from rows with `product_id`, `value` and `price`. */
function countedValues(rows: SQL, { price: { minMinor, maxMinor } }: SearchFilter): SQL {
  const from = minMinor === null ? sql`true` : sql`price >= ${minMinor}::bigint`;
  const to = maxMinor === null ? sql`true` : sql`price <= ${maxMinor}::bigint`;
  return listOf(sql`
    select value, count(*)::int as count from (${rows}) each where ${from} and ${to}
    group by value order by count desc, value limit ${MOST_VALUES}`);
}

/**
 * Whether the variants have to be read: where the price is limited, or where the choices of the
 * index do not cover all filters.
 */
function readsVariants(filter: SearchFilter): boolean {
  const { minMinor, maxMinor } = filter.price;
  return minMinor !== null || maxMinor !== null || isBeyondChoices(filter);
}

/**
 * The sizes or colors of the hits, once for each product. They have prices where the variants are
 * read.
 */
function optionValues(option: FilterOf<'options'>, filter: SearchFilter): SQL {
  return readsVariants(filter)
    ? optionValuesByVariant(option, filter)
    : optionValuesByChoice(option, filter);
}

/** `like` leaves few choices to split. */
function optionValuesByChoice(option: FilterOf<'options'>, filter: SearchFilter): SQL {
  const patterns = choicePatterns(option, filter);
  return sql`
    select distinct product_id, ${valueIn(option)} as value, null::bigint as price
    from ${CHOICE_OF_HITS} each where choice like any(${sql.param(patterns)}::text[])`;
}

/**
 * The choices of a size or color, as patterns: a size counts if a product has a choice of that size
 * in one of the chosen colors. With one pattern, each product has each value at most once.
 */
function choicePatterns(
  option: FilterOf<'options'>,
  { sizes, colors, inStock }: SearchFilter,
): string[] {
  const stock = inStock ? '+' : '';
  const anyOf = (start: string, values: string[]) =>
    values.length > 0 ? values.map((value) => start + value.replaceAll('\x1f', ' ')) : [''];
  return option === 'sizes'
    ? anyOf('c', colors).map((color) => `s%${escaped(`\x1f${color}\x1f${stock}`)}`)
    : anyOf('s', sizes).map((size) => `${escaped(`${size}\x1fc`)}%${escaped(`\x1f${stock}`)}`);
}

const valueIn = (option: FilterOf<'options'>) =>
  sql`substr(split_part(choice, E'\x1f', ${sql.raw(option === 'sizes' ? '1' : '2')}), 2)`;

/**
 * Reads them from the variants: for each value, the lowest price of those that fit the other
 * filters.
 */
function optionValuesByVariant(option: FilterOf<'options'>, filter: SearchFilter): SQL {
  const value = option === 'sizes' ? sql`variants.size` : sql`variants.colour`;
  return sql`
    select i.product_id, each.value, each.price from hits i cross join lateral (
      select ${value} as value, min(${variantPrice}) as price
      from ${variants} join ${products} on products.id = variants.product_id
      where ${fits({ ...filter, [option]: [] })} and ${value} is not null group by ${value}
    ) each`;
}

/** The most values of all traits together, the most frequent ones. */
const MOST_OF_ALL_TRAITS = 1_000;

/** The traits of the hits as the index has them, all kinds together. */
const TRAITS = listOf(sql`
  select choice as value, count from ${CHOICES} where starts_with(choice, ${TRAIT_START})
  order by count desc, choice limit ${MOST_OF_ALL_TRAITS}`);

/** The traits of all that fit, and of what a filter of traits that is set would leave without it. */
function traitParts(filter: SearchFilter): Record<'traits', Omit<Part, 'name'>> {
  const isSet = (name: FilterOf<'traits'>) => filter[name].length > 0;
  const ofTrait = (name: FilterOf<'traits'>) => productFilters[name].params[0];
  const parts = traitNames
    .filter(isSet)
    .map((name) => [name, { of: [ofTrait(name)], base: { ...filter, [name]: [] }, count: TRAITS }]);
  const others = traitNames.filter((name) => !isSet(name)).map(ofTrait);
  return { traits: { of: others, base: filter, count: TRAITS }, ...Object.fromEntries(parts) };
}

/** The most frequent values of one kind of trait. */
function traitsOf(name: FilterOf<'traits'>, counted: FacetValue[]): FacetValue[] {
  const start = traitText(name, '');
  return counted
    .filter(({ value }) => value.startsWith(start))
    .map(({ value, count }) => ({ value: value.slice(start.length), count }))
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MOST_VALUES);
}

type FlagParts = Record<FilterOf<'flag'>, Omit<Part, 'name'>>;

/**
 * How many products each flag would leave. `open` is the filter without its price, if it has one.
 * With a price, only the variants that fit the flag count for the price in lists.
 */
function flagParts(filter: SearchFilter, open: SearchFilter | null): FlagParts {
  const parts = flagNames.map((name) => {
    const flagged = { ...filter, [name]: true };
    const fitting = open ? isListedAt(flagged, filter.price) : hasFittingVariant(flagged);
    const base = open ? { ...open, [name]: true } : filter;
    const count = sql`select count(*)::int from hits i where ${fitting}`;
    return [name, { of: [name], base, count }];
  });
  return Object.fromEntries(parts);
}
