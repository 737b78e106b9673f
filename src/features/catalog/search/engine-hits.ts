/** Asks the engine outside of the shop, if there is one, for the products that have some words. */
import type { EngineFilter } from '#adapters/search/port.ts';
import type { Ctx } from '../../context.ts';
import { sortOrders } from '../product-list.schema.ts';
import type { SearchSort } from '../search.schema.ts';
import {
  choicesAsked,
  hasFilter,
  isBeyondChoices,
  type SearchFilter,
} from './search-conditions.ts';
import type { Understood } from './understand.ts';

/** The most products that a search reads of an engine. PostgreSQL ranks about as many of a frequent word. */
export const MOST_HITS = 1_000;

export interface EngineResult {
  /** The best hits first. */
  ids: readonly string[];
  total: number;
  /** Whether these are all. */
  isWhole: boolean;
}

/** A search, and what an engine found for it. */
interface Searched {
  filter: SearchFilter;
  hits: EngineResult | null;
}

/**
 * The best hits of the words alone. Null if PostgreSQL has to search: without an engine that works
 * and has every product, when it finds nothing, and for synonyms, which it does not know.
 */
export async function findWords(
  ctx: Ctx,
  { filter, isEngineFilled }: Pick<Understood, 'filter' | 'isEngineFilled'>,
  most: number,
): Promise<EngineResult | null> {
  const words = filter.text?.words ?? [];
  const hasSynonyms = words.some(
    ({ synonyms, synonymsWithNext }) => synonyms.length + synonymsWithNext.length > 0,
  );
  if (!isEngineFilled || words.length === 0 || hasSynonyms) return null;
  const hits = await find(ctx, { filter, sort: 'relevance', isNarrowed: false, most });
  return hits && hits.ids.length > 0 ? hits : null;
}

/**
 * What a list has to read. Where the words alone have more hits than were read, and the list has
 * filters or another sort, these are its own hits.
 */
export async function hitsOfList(
  ctx: Ctx,
  { filter, hits }: Searched,
  sort: SearchSort,
): Promise<Searched> {
  const isNarrowed = hasFilter(filter);
  if (!hits || hits.isWhole || (sort === 'relevance' && !isNarrowed)) return { filter, hits };
  // An engine has only the choices of the index, so it cannot leave out what another filter does.
  if (isBeyondChoices(filter)) return withoutHits({ filter });
  const own = await find(ctx, { filter, sort, isNarrowed, most: MOST_HITS });
  return own ? { filter: { ...filter, found: own.ids }, hits: own } : withoutHits({ filter });
}

/** A search without the hits of an engine, so that PostgreSQL finds the products. */
export function withoutHits({ filter }: Pick<Searched, 'filter'>): Searched {
  return { filter: { ...filter, found: null }, hits: null };
}

async function find(
  { search }: Ctx,
  {
    filter,
    sort,
    isNarrowed,
    most,
  }: { filter: SearchFilter; sort: SearchSort; isNarrowed: boolean; most: number },
): Promise<EngineResult | null> {
  const words = filter.text?.words.map(({ word }) => word) ?? [];
  if (!search) return null;
  const asked = {
    words,
    filter: isNarrowed ? engineFilterOf(filter) : null,
    sort: sort === 'relevance' ? sort : sortOrders[sort],
    most,
  };
  try {
    const { ids, total } = await search.find(asked);
    return { ids, total, isWhole: total <= ids.length };
  } catch {
    // The engine's log lines are those of `restAfterFailures`.
    return null;
  }
}

// PostgreSQL checks each product again, so this may let too many pass.
function engineFilterOf(filter: SearchFilter): EngineFilter {
  const { category, inStock, price } = filter;
  return { categoryId: category, choices: choicesAsked(filter), inStock, ...price };
}
