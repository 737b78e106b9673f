/** The filter of a search, as conditions on a row of the index and on rows of variants. */
import { and, type SQL, sql } from 'drizzle-orm';
import { products, variantPrice, variants } from '../catalog.table.ts';
import { flagConditions } from '../flag-filters.ts';
import {
  type FilterName,
  type FilterOf,
  filterNames,
  isNarrower,
  isOfKind,
  type ListedFilter,
  noFilter,
  traitNames,
} from '../product-list.schema.ts';
import type { Boost } from '../search.schema.ts';
import { choiceText, tagText, traitText } from './search-text.ts';
import { type TextQuery, textQuery } from './text-query.ts';

/** What a search asks for: words, and the filters of a list. */
export interface SearchFilter extends Omit<ListedFilter, 'collection' | 'name'> {
  /** Null for every product. */
  text: TextQuery | null;
  /** Products that come first while they are in stock, whatever their words are, in this order. */
  pinned: readonly string[];
  /** What moves up or down in a search by relevance. */
  boosts: readonly Boost[];
  /**
   * The products that an engine outside of the shop found for the words, the best first; null where
   * PostgreSQL looks for the words.
   */
  found: readonly string[] | null;
}

/** Whether a search has any filter beside its words. */
export function hasFilter(filter: SearchFilter): boolean {
  const { category, tags, price } = filter;
  const isLimited = price.minMinor !== null || price.maxMinor !== null;
  return category !== null || tags.length > 0 || isLimited || isNarrower(filter);
}

/** The words of a search alone. */
export function withoutFilters(filter: SearchFilter): SearchFilter {
  const { collection: _collection, name: _name, families: _families, ...none } = noFilter();
  return { ...filter, ...none };
}

// Conditions on a row `i` of the index.
export function lets(filter: SearchFilter): SQL | undefined {
  const { category, tags, price } = filter;
  return and(
    sql`i.listed`,
    category === null ? undefined : sql`i.category = ${category}`,
    tags.length === 0
      ? undefined
      : sql`i.choices @> array[${sql.join(
          tags.map((tag) => sql`search_tag(${tag}::text)`),
          sql`, `,
        )}]`,
    ...traitNames.map((name) => hasTrait(name, filter[name])),
    filter.inStock ? sql`i.in_stock` : undefined,
    filter.sizes.length + filter.colors.length > 0 ? hasChoice(filter) : undefined,
    isBeyondChoices(filter) ? sql`exists (${variantThatFits(filter)})` : undefined,
    hasWords(filter),
    isListedAt(filter, price),
  );
}

function hasTrait(name: FilterOf<'traits'>, values: string[]): SQL | undefined {
  if (values.length === 0) return undefined;
  const choices = values.map((value) => traitText(name, value));
  return sql`i.choices && ${sql.param(choices)}::text[]`;
}

function hasWords({ text, found }: SearchFilter): SQL | undefined {
  if (found !== null) return sql`i.product_id = any(${sql.param(found)}::text[])`;
  return text === null ? undefined : sql`i.document @@ ${textQuery(text, true)}`;
}

/** Whether the price that a row `i` has in lists is within a range. */
export function isListedAt(filter: VariantFilter, price: SearchFilter['price']): SQL | undefined {
  return hasVariantFilter(filter)
    ? isInRangeReadOnce(listedPrice(filter), price)
    : isInRange(sql`i.price_minor`, price);
}

export function isInRange(
  price: SQL,
  { minMinor, maxMinor }: SearchFilter['price'],
): SQL | undefined {
  return and(
    minMinor === null ? undefined : sql`${price} >= ${minMinor}::bigint`,
    maxMinor === null ? undefined : sql`${price} <= ${maxMinor}::bigint`,
  );
}

// Names the price only once, because each mention of it reads the product's variants.
function isInRangeReadOnce(
  price: SQL,
  { minMinor, maxMinor }: SearchFilter['price'],
): SQL | undefined {
  if (minMinor === null && maxMinor === null) return undefined;
  if (minMinor !== null && maxMinor !== null && minMinor > maxMinor) return sql`false`;
  return sql`int8range(${minMinor}::bigint, ${maxMinor}::bigint, '[]') @> ${price}`;
}

/** The filters that have to fit one and the same variant. */
export type VariantFilter = Pick<SearchFilter, FilterOf<'options' | 'flag'>>;

/** The condition of each option on a row of `variants`; undefined while it is not set. */
const optionConditions: Record<FilterOf<'options'>, (values: string[]) => SQL | undefined> = {
  sizes: (values) => anyValue(sql`variants.size`, values),
  colors: (values) => anyValue(sql`variants.colour`, values),
};

function anyValue(column: SQL, values: string[]): SQL | undefined {
  return values.length > 0 ? sql`${column} = any(${sql.param(values)}::text[])` : undefined;
}

/** The filters that the choices of the index cover. For others, the variants are read. */
const IN_CHOICES: FilterName[] = ['sizes', 'colors', 'inStock'];

function conditionOf(filter: VariantFilter, name: FilterName): SQL | undefined {
  if (isOfKind(name, 'options')) return optionConditions[name](filter[name]);
  return isOfKind(name, 'flag') && filter[name] ? flagConditions[name] : undefined;
}

/** Whether a filter is set that the choices of the index do not cover. */
export function isBeyondChoices(filter: VariantFilter): boolean {
  return filterNames.some(
    (name) => !IN_CHOICES.includes(name) && conditionOf(filter, name) !== undefined,
  );
}

export function hasVariantFilter(filter: VariantFilter): boolean {
  return filterNames.some((name) => conditionOf(filter, name) !== undefined);
}

/**
 * The most choices to compare with. PostgreSQL compares each choice of a product with each of them.
 */
const MOST_CHOICES = 60;
const hasFewChoices = ({ sizes, colors }: Pick<VariantFilter, 'sizes' | 'colors'>) =>
  sizes.length * colors.length <= MOST_CHOICES;

/** Whether one variant of a row `i` fits the whole filter. */
export function hasFittingVariant(filter: VariantFilter): SQL {
  if (!isBeyondChoices(filter)) return hasChoice(filter);
  return sql`(${hasChoice(filter)} and exists (${variantThatFits(filter)}))`;
}

/**
 * Whether one variant of a row `i` fits the filters that the choices of the index cover. Where
 * there are too many combinations of sizes and colors, the index finds the products that have one
 * of each, and their variants are read.
 */
function hasChoice(filter: VariantFilter): SQL {
  if (hasFewChoices(filter)) return sql`i.choices && ${choicesOf(filter)}`;
  return sql`(
    i.choices && ${choicesOf({ ...filter, colors: [] })}
    and i.choices && ${choicesOf({ ...filter, sizes: [] })}
    and exists (${variantThatFits(filter)})
  )`;
}

/**
 * The choices of the index that a filter allows: each size with each color, because one variant has
 * to fit both filters. The list is written out, so that the planner knows how many products have
 * them.
 */
function choicesOf({ sizes, colors, inStock }: VariantFilter): SQL {
  const choices = combinationsOf(sizes, colors).map(
    ([size, color]) => sql`search_choice(${size}::text, ${color}::text, ${inStock})`,
  );
  return sql`array[${sql.join(choices, sql`, `)}]`;
}

/** Each size with each color; null stands for any. */
function combinationsOf(sizes: string[], colors: string[]): [string | null, string | null][] {
  const orAny = (values: string[]) => (values.length > 0 ? values : [null]);
  return orAny(sizes).flatMap((size) =>
    orAny(colors).map((color): [string | null, string | null] => [size, color]),
  );
}

// The index reads the variants of each product. Without `offset 0` the planner may join all
// products that were found with all variants of the shop.
function variantThatFits(filter: VariantFilter): SQL {
  return sql`select from ${variants} where ${fits(filter)} offset 0`;
}

// Conditions on a row of `variants`.
export function fits(filter: VariantFilter): SQL {
  const conditions = filterNames.flatMap((name) => conditionOf(filter, name) ?? []);
  const ofProduct = sql`variants.product_id = i.product_id and variants.active`;
  return sql.join([ofProduct, ...conditions], sql` and `);
}

// The price in lists: the lowest of the variants that fit. It depends on the filter only where the
// prices of a product differ.
export function listedPrice(filter: VariantFilter): SQL {
  if (!hasVariantFilter(filter)) return sql`i.price_minor`;
  return sql`case when i.price_varies then (
    select min(${variantPrice}) from ${variants}
    join ${products} on products.id = variants.product_id where ${fits(filter)}
  ) else i.price_minor end`;
}

/**
 * The choices that a product has to have, as the index has them: one of each list. It leaves out
 * prices, and with many sizes and colors that one variant has to have both.
 */
export function choicesAsked(filter: SearchFilter): string[][] {
  const { tags, sizes, colors, inStock } = filter;
  const anyOf = (ofSizes: string[], ofColors: string[]) =>
    combinationsOf(ofSizes, ofColors).map(([size, color]) => choiceText(size, color, inStock));
  const combined = hasFewChoices(filter)
    ? [anyOf(sizes, colors)]
    : [anyOf(sizes, []), anyOf([], colors)];
  const options = sizes.length + colors.length > 0 ? combined : [];
  const traits = traitNames
    .filter((name) => filter[name].length > 0)
    .map((name) => filter[name].map((value) => traitText(name, value)));
  return [...tags.map((tag) => [tagText(tag)]), ...traits, ...options];
}
