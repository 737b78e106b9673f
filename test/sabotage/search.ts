import type { Sabotage } from './patch.ts';

const HITS = 'src/features/catalog/search/engine-hits.ts';
const FEED = 'src/features/catalog/search/feed-engine.ts';
const RANKING = 'src/features/catalog/search/ranking.ts';
const FIRST_HITS = 'src/features/catalog/search/hits.store.ts';
const CONDITIONS = 'src/features/catalog/search/search-conditions.ts';
const engine = ['test/api/search-engine.test.ts'];
const boosts = ['test/api/boosts.test.ts'];

/** Ways to believe a search engine too much, to tell it too little, and to order a search wrongly. */
export const search: Sabotage[] = [
  {
    name: 'shows a product of the search engine that is not listed any more',
    edits: [
      {
        file: CONDITIONS,
        find: 'return and(\n    sql`i.listed`,',
        replace: 'return and(\n    filter.found === null ? sql`i.listed` : undefined,',
      },
    ],
    caughtBy: engine,
  },
  {
    name: 'fails when the search engine does',
    edits: [
      {
        file: HITS,
        find: '} catch {\n    // The engine',
        replace: '} catch (error) {\n    throw error;\n    // The engine',
      },
    ],
    caughtBy: engine,
  },
  {
    name: 'waits for a search engine again and again',
    edits: [
      {
        file: 'src/adapters/search/resting.ts',
        find: 'if (at < restsUntil) throw',
        replace: 'if (at < 0) throw',
      },
    ],
    caughtBy: ['test/adapters/typesense.test.ts'],
  },
  {
    name: 'waits for a search engine without an end',
    edits: [
      {
        file: 'src/adapters/search/typesense.ts',
        find: 'const signal = AbortSignal.timeout(limitMs);',
        replace: 'const signal = AbortSignal.timeout(limitMs * 1_000);',
      },
    ],
    caughtBy: ['test/adapters/typesense.test.ts'],
  },
  {
    name: 'asks a search engine that has not been filled',
    edits: [{ file: HITS, find: 'if (!isEngineFilled ||', replace: 'if (' }],
    caughtBy: engine,
  },
  {
    name: 'forgets changes that a search engine could not take',
    edits: [
      {
        file: FEED,
        find: 'const { from, oldest } = await selectSentTo(ctx.db);',
        replace:
          'const { from, oldest } = await selectSentTo(ctx.db);\n  await updateEngine(ctx.db, { sentTo: oldest });',
      },
    ],
    caughtBy: engine,
  },
  {
    name: 'leaves a deleted product in the search engine',
    edits: [
      {
        file: 'src/db/migrations/0040_search_engine.sql',
        find: 'IF EXISTS (SELECT FROM search_engine) THEN',
        replace: 'IF false THEN',
      },
    ],
    caughtBy: engine,
  },
  {
    name: 'lets a value of a filter end the filter of a search engine',
    edits: [
      {
        file: 'src/adapters/search/typesense.ts',
        find: "return createHash('sha256').update(value).digest('hex').slice(0, 16);",
        replace: 'void createHash;\n  return value;',
      },
    ],
    caughtBy: ['test/adapters/typesense.test.ts'],
  },
  {
    name: 'begins the list of a search engine again, when the engine is gone',
    edits: [
      {
        file: 'src/features/catalog/search/search.ts',
        find: 'from: value ? { value, id: ofEngine.id } : null };',
        replace: 'from: value ? null : null };',
      },
    ],
    caughtBy: engine,
  },
  {
    name: 'lets a boost move what is sold out before what is in stock',
    edits: [
      {
        file: RANKING,
        find: 'i.in_stock::int * 10000000000::bigint +',
        replace: 'i.in_stock::int * 1 +',
      },
    ],
    caughtBy: boosts,
  },
  {
    name: 'adds up boosts without a limit',
    edits: [
      {
        file: 'src/features/catalog/search.schema.ts',
        find: 'export const MOST_STEPS = 3;',
        replace: 'export const MOST_STEPS = 6;',
      },
    ],
    caughtBy: boosts,
  },
  {
    name: 'loses the boosts that somebody else set',
    edits: [
      {
        file: 'src/features/merchandising/boosts.ts',
        find: 'if (textOf(stored) !== textOf(shown)) {',
        replace: "if (textOf(stored) === 'x') {",
      },
    ],
    caughtBy: boosts,
  },
  {
    name: 'shows what it found early of a frequent word, and then everything again',
    edits: [
      {
        file: FIRST_HITS,
        find: 'from early where (select',
        replace: 'from early where true or (select',
      },
    ],
    caughtBy: ['test/db/frequent-words.test.ts'],
  },
  {
    name: 'shows counts of the newest hits as those of all',
    edits: [
      {
        file: 'src/features/catalog/search/facets.store.ts',
        find: 'hits.total === hits.ids.length',
        replace: 'true',
      },
    ],
    caughtBy: ['test/db/frequent-words.test.ts'],
  },
  {
    name: 'shows cached lists with filters from before a change',
    edits: [
      {
        file: 'src/server/cache/cacheable-addresses.ts',
        find: "kind: 'search-page', tags: [`lists:",
        replace: "kind: 'search-page', tags: [`none:",
      },
    ],
    caughtBy: ['src/server/cache/cacheable-addresses.test.ts'],
  },
  {
    name: 'shows cached searches from before new synonyms and pins',
    edits: [
      {
        file: 'src/server/cache/cacheable-addresses.ts',
        find: 'if (inSearches) return [SEARCHES];',
        replace: 'if (inSearches) return [];',
      },
    ],
    caughtBy: ['src/server/cache/cacheable-addresses.test.ts'],
  },
  {
    name: 'caches searches although an engine outside of the shop searches',
    edits: [
      {
        file: 'src/server/cache/cacheable-addresses.ts',
        find: 'filteredList(url) ?? (cachesSearches ? searchAt(url) : null)',
        replace: 'filteredList(url) ?? searchAt(url)',
      },
    ],
    caughtBy: ['src/server/cache/cacheable-addresses.test.ts'],
  },
  {
    name: 'adds up the shares of a word and of those that begin with it',
    edits: [
      {
        file: 'src/features/catalog/search/word-frequency.store.ts',
        find: 'other.lexeme === lexeme || !lexeme.startsWith(other.lexeme)',
        replace: 'other.lexeme === lexeme || lexeme !== other.lexeme',
      },
    ],
    caughtBy: ['test/db/frequent-words.test.ts'],
  },
  {
    name: 'ranks other hits on the second page than on the first',
    edits: [
      {
        file: 'src/features/catalog/search/search.ts',
        find: "sort === 'relevance' ? await",
        replace: "sort === 'relevance' && !after ? await",
      },
    ],
    caughtBy: ['test/db/frequent-words.test.ts'],
  },
  {
    name: 'hides products whose words begin with a frequent one',
    edits: [
      {
        file: 'src/features/catalog/search/understand.ts',
        find: '!frequency.isLastFrequent || !isFew',
        replace: '!frequency.isLastFrequent || !(isFew && false)',
      },
    ],
    caughtBy: ['test/db/frequent-words.test.ts'],
  },
  {
    name: 'counts the values of a filter of traits as if the others were not set',
    edits: [
      {
        file: 'src/features/catalog/search/facets.store.ts',
        find: 'base: { ...filter, [name]: [] }, count: TRAITS',
        replace: 'base: { ...filter, genders: [], brands: [] }, count: TRAITS',
      },
    ],
    caughtBy: ['test/api/search.test.ts'],
  },
  {
    name: 'leaves out the filters of type, brand and gender',
    edits: [
      {
        file: CONDITIONS,
        find: '...traitNames.map((name) => hasTrait(name, filter[name])),',
        replace: "hasTrait('labels', filter.labels),",
      },
    ],
    caughtBy: ['test/api/search.test.ts'],
  },
];
