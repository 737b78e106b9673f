/**
 * A Typesense server (version 26 or newer), by its HTTP calls. Products are documents of one
 * collection. `test/contracts/typesense/` has the requests and responses.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { readText } from '../read-text.ts';
import {
  type EngineFilter,
  type EngineHits,
  type EngineProduct,
  type EngineQuery,
  type EngineSort,
  NoCollectionError,
  type SearchPort,
} from './port.ts';

const COLLECTION = 'online_shop_products';
/** The most documents that Typesense returns for one search. */
const MOST_OF_PAGE = 250;
/** Ids go into the address, whose length is limited. */
const MOST_REMOVED = 50;
const FIND_MS = 1_000;
const WRITE_MS = 30_000;

const text = (name: string) => ({ name, type: 'string', stem: true });
const number = (name: string) => ({ name, type: 'int64' });

const SCHEMA = {
  name: COLLECTION,
  fields: [
    text('name'),
    text('kind'),
    text('options'),
    text('details'),
    { name: 'category', type: 'string' },
    { name: 'choices', type: 'string[]' },
    { name: 'in_stock', type: 'int32' },
    number('lowest_minor'),
    number('highest_minor'),
    number('created_at'),
    { name: 'name_key', type: 'string', sort: true },
    number('fill'),
  ],
  default_sorting_field: 'created_at',
};

/** What can be bought comes first, as in the shop's own ranking. */
const BY_RELEVANCE = 'in_stock:desc,_text_match:desc,created_at:desc';
const SORTED_BY: Record<Exclude<EngineSort, 'relevance'>['by'], string> = {
  createdAt: 'created_at',
  price: 'lowest_minor',
  name: 'name_key',
};

// PostgreSQL takes no text with a NUL.
const productId = z.string().regex(/^[^\0]{1,200}$/);
const found = z.object({
  results: z.array(
    z.object({
      found: z.int().nonnegative(),
      hits: z.array(z.object({ document: z.object({ id: productId }) })),
    }),
  ),
});
const imported = z.object({ success: z.boolean(), error: z.string().optional() });

export interface TypesenseSettings {
  /** Without a slash at the end. */
  url: string;
  apiKey: string;
}

export function createTypesense(
  { url, apiKey }: TypesenseSettings,
  { findMs = FIND_MS, writeMs = WRITE_MS } = {},
): SearchPort {
  const call = (path: string, init: RequestInit, limitMs: number) =>
    send(`${url}${path}`, { ...init, headers: { 'X-TYPESENSE-API-KEY': apiKey } }, limitMs);
  const documents = `/collections/${COLLECTION}/documents`;
  const removeWhere = async (filter: string) => {
    const query = new URLSearchParams({ filter_by: filter });
    await call(`${documents}?${query}`, { method: 'DELETE' }, writeMs);
  };
  return {
    name: 'typesense',
    where: `${url.replace(/^https?:\/\//, '')}/${COLLECTION}`,

    async find(asked) {
      const body = JSON.stringify({ searches: searchesOf(asked) });
      const path = `/multi_search?collection=${COLLECTION}`;
      return readHits(await call(path, { method: 'POST', body }, findMs), asked.most);
    },

    async prepare() {
      const init = { method: 'POST', body: JSON.stringify(SCHEMA) };
      await call('/collections', init, writeMs).catch((error: unknown) => {
        if (!(error instanceof StatusError && error.status === 409)) throw error;
      });
    },

    async put(products) {
      if (products.length === 0) return [];
      const body = products.map((one) => JSON.stringify(toDocument(one))).join('\n');
      const path = `${documents}/import?action=upsert`;
      const lines = (await call(path, { method: 'POST', body }, writeMs)).trim().split('\n');
      if (lines.length !== products.length) throw nonsense(`${lines.length} lines`);
      return lines.flatMap((line, index) => {
        const { success, error = 'no reason' } = readJson(line, imported);
        return success ? [] : [{ id: products[index]?.id ?? '', reason: error }];
      });
    },

    async remove(ids) {
      for (let from = 0; from < ids.length; from += MOST_REMOVED) {
        await removeWhere(
          `id:[${ids
            .slice(from, from + MOST_REMOVED)
            .map(quoted)
            .join(',')}]`,
        );
      }
    },

    removeBefore: (fill) => removeWhere(`fill:<${fill}`),
  };
}

/** One search for each page of hits. */
function searchesOf({ words, filter, sort, most }: EngineQuery): object[] {
  const filters = filter ? filterBy(filter) : '';
  const pages = Math.ceil(most / MOST_OF_PAGE);
  return Array.from({ length: pages }, (_, index) => ({
    q: words.join(' '),
    query_by: 'name,kind,options,details',
    query_by_weights: '8,4,2,1',
    // Every word is required, as in the shop's own search.
    drop_tokens_threshold: 0,
    sort_by: sortBy(sort),
    ...(filters ? { filter_by: filters } : {}),
    include_fields: 'id',
    exclude_fields: 'out_of,search_time_ms',
    highlight_fields: 'none',
    highlight_full_fields: 'none',
    per_page: Math.min(most, MOST_OF_PAGE),
    page: index + 1,
  }));
}

function sortBy(sort: EngineSort): string {
  if (sort === 'relevance') return BY_RELEVANCE;
  const first = `${SORTED_BY[sort.by]}:${sort.down ? 'desc' : 'asc'}`;
  return sort.by === 'createdAt' ? first : `${first},created_at:desc`;
}

function filterBy({ categoryId, choices, inStock, minMinor, maxMinor }: EngineFilter): string {
  return [
    ...(categoryId === null ? [] : [`category:=${tokenOf(categoryId)}`]),
    ...choices.map((list) => `choices:=[${list.map(tokenOf).join(',')}]`),
    ...(inStock ? ['in_stock:=1'] : []),
    ...(minMinor === null ? [] : [`highest_minor:>=${minMinor}`]),
    ...(maxMinor === null ? [] : [`lowest_minor:<=${maxMinor}`]),
  ].join(' && ');
}

function toDocument(product: EngineProduct): object {
  const { id, name, kind, options, details, nameKey, fill } = product;
  return {
    id,
    name,
    kind,
    options,
    details,
    category: tokenOf(product.categoryId),
    choices: product.choices.map(tokenOf),
    in_stock: Number(product.inStock),
    lowest_minor: product.lowestMinor,
    highest_minor: product.highestMinor,
    created_at: product.createdAt.getTime(),
    name_key: nameKey,
    fill,
  };
}

// Typesense splits values into words and drops signs. A hash is one word.
function tokenOf(value: string): string {
  return createHash('sha256').update(value).digest('hex').slice(0, 16);
}

const quoted = (id: string) => `\`${id.replaceAll('`', '')}\``;

function readHits(body: string, most: number): EngineHits {
  const { results } = readJson(body, found);
  const ids = results.flatMap(({ hits }) => hits.map(({ document }) => document.id));
  const [first] = results;
  if (!first) throw nonsense('no results');
  return { ids: [...new Set(ids)].slice(0, most), total: first.found };
}

function readJson<T>(body: string, schema: z.ZodType<T>): T {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw nonsense('no JSON');
  }
  const read = schema.safeParse(json);
  if (!read.success) throw nonsense('JSON of another form');
  return read.data;
}

class StatusError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`Typesense responded with ${status}.`);
    this.status = status;
  }
}

function nonsense(said: string): Error {
  return new Error(`Typesense responded with ${said}.`);
}

async function send(address: string, init: RequestInit, limitMs: number): Promise<string> {
  const { status, body } = await exchange(address, init, limitMs);
  if (status === 404) throw new NoCollectionError('Typesense has no such collection.');
  if (status >= 500 || status === 429) throw notResponding(new StatusError(status));
  if (status < 200 || status > 299) throw new StatusError(status);
  return body;
}

async function exchange(address: string, init: RequestInit, limitMs: number) {
  // The limit is for the whole response: one that trickles in is not read to its end.
  const signal = AbortSignal.timeout(limitMs);
  try {
    const response = await fetch(address, { ...init, signal, redirect: 'error' });
    return { status: response.status, body: await readText(response, 'Typesense') };
  } catch (cause) {
    throw notResponding(cause);
  }
}

function notResponding(cause: unknown): AppError {
  return new AppError('unavailable', 'The search engine is not responding.', { cause });
}
