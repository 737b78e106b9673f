import { encodeCursor } from '#shared/cursor.ts';
import { type Asked, each, FILTERED_MS, LIST_MS, type Sample } from './asked.ts';
import { staffLists } from './staff-lists.ts';

/** The requests that are measured, and those before them. */
const FIRST_TIMES = 120;

export const WORDS = [
  'hoodie',
  'linen',
  'skye',
  'boot',
  'jersey',
  'alder',
  'merino',
  'watch',
  'silk',
  'fjord',
];

const SIZES = ['XS', 'S', 'M', 'L', 'XL', 'XXL'];
const COLORS = [
  ...['Black', 'Bone', 'Brick', 'Butter', 'Chalk', 'Charcoal', 'Clay', 'Cocoa', 'Denim', 'Ink'],
  ...['Lilac', 'Moss', 'Navy', 'Ochre', 'Pine', 'Plum', 'Rose', 'Rust', 'Sage', 'Sand', 'Sky'],
];

/** Every list of the shop, of its staff and of its calls; `addresses.test.ts` names the others. */
export function addressesOf(sample: Sample): Asked[] {
  return [...pagesOf(sample), ...searches, ...callsOf(sample), ...staffLists(sample)];
}

function pagesOf({ products }: Sample): Asked[] {
  return [
    { what: 'home page', paths: ['/'], mostMs: LIST_MS },
    { what: 'cart', paths: ['/shoppingCart'], mostMs: LIST_MS },
    {
      what: 'My Orders and account',
      paths: ['/myOrders', '/myOrders?state=cancelled', '/account', '/account/addresses'],
      mostMs: LIST_MS,
    },
    { what: 'category page', paths: ['/cloths', '/shoes', '/jersey'], mostMs: LIST_MS },
    {
      what: 'product page',
      paths: each(products, ({ slug }) => `/product/${slug}`),
      mostMs: LIST_MS,
    },
    {
      what: 'category, one size',
      paths: each(['S', 'M', 'L', 'XL'], (size) => `/cloths?size=${size}`),
      mostMs: FILTERED_MS,
    },
    {
      what: 'category, size and color on hand, for the first time',
      paths: COLORS.flatMap((color) =>
        each(SIZES, (size) => `/cloths?size=${size}&color=${color}&stock=in`),
      ),
      mostMs: FILTERED_MS,
      isFirstTime: true,
    },
    {
      what: 'category, price range, cheapest first, for the first time',
      paths: each(
        [...Array(FIRST_TIMES).keys()],
        (nr) => `/cloths?min=${nr}&max=${nr + 5}&sort=price-up`,
      ),
      mostMs: FILTERED_MS,
      isFirstTime: true,
    },
  ];
}

/**
 * The word in so many spellings with other capitals. Each finds the same and is an address of its
 * own, so the cache has none of them before.
 */
function spellings(word: string, count: number): string[] {
  return Array.from({ length: count }, (_, nr) =>
    [...word].map((letter, at) => ((nr >> at) & 1 ? letter.toUpperCase() : letter)).join(''),
  );
}

/** Searches that are asked for again and again, and as often for the first time. */
function searchesOf(
  what: string,
  words: string[],
  mostMs: number,
  start: string,
  end = '',
): Asked[] {
  const ofEach = Math.ceil(FIRST_TIMES / words.length);
  const pathOf = (word: string) => start + word.replaceAll(' ', '+') + end;
  return [
    { what, paths: words.map(pathOf), mostMs },
    {
      what: `${what}, for the first time`,
      paths: words.flatMap((word) => spellings(word, ofEach + 1).slice(1)).map(pathOf),
      mostMs,
      isFirstTime: true,
    },
  ];
}

const searches: Asked[] = [
  ...searchesOf('search, one word', WORDS, FILTERED_MS, '/search?q='),
  ...searchesOf(
    'search, two words',
    WORDS.slice(0, 5).map((word) => `cotton ${word}`),
    FILTERED_MS,
    '/search?q=',
  ),
  ...searchesOf('search, one word and a size', WORDS, FILTERED_MS, '/search?q=', '&size=M'),
  ...searchesOf(
    'search, a typing error',
    ['hodie', 'linnen', 'jersy', 'merinoo'],
    FILTERED_MS,
    '/search?q=',
  ),
  {
    what: 'search, no hit',
    paths: each(['qxzzy', 'wvkkrt'], (word) => `/search?q=${word}`),
    mostMs: FILTERED_MS,
  },
  ...searchesOf(
    'suggestions',
    WORDS.map((word) => word.slice(0, 4)),
    LIST_MS,
    '/search/suggestions?q=',
  ),
];

function callsOf({ products, orderId, variantId, oldest }: Sample): Asked[] {
  const list = (what: string, ...paths: string[]) => ({ what, paths, mostMs: LIST_MS });
  const last = encodeCursor([new Date(oldest.getTime() + 86_400_000).toISOString(), '~']);
  return [
    list('GET /products, a page', '/products?category=Cloths&limit=24'),
    list('GET /products/{id}', ...each(products, ({ _id }) => `/products/${_id}`)),
    {
      what: 'GET /products/facets',
      paths: ['/products/facets?category=Cloths'],
      mostMs: FILTERED_MS,
    },
    list('GET /orders, a page', '/orders?limit=24', `/orders?limit=24&after=${last}`),
    list('GET /orders of an email', '/orders?limit=24&email=amina.khan.1@example.com'),
    list('GET /users, a page', '/users?limit=24'),
    list('GET /search/popular', '/search/popular'),
    list(
      'GET /api/v1/products, a page',
      '/api/v1/products?limit=24',
      '/api/v1/products?status=draft',
      `/api/v1/products/${products[0]?._id}`,
    ),
    list('GET /api/v1/stock', '/api/v1/stock?code=qxzzy', `/api/v1/stock/${variantId}`),
    list(
      'GET /api/v1/product-values',
      '/api/v1/product-values?kind=tag&q=s',
      '/api/v1/product-values?kind=brand&q=a',
    ),
    list('GET /api/v1/product-tags', '/api/v1/product-tags', '/api/v1/product-tags?q=s'),
    list('GET /api/v1/searches', '/api/v1/searches?days=7'),
    list(
      'GET /api/v1/orders/{id}, its timeline and documents',
      `/api/v1/orders/${orderId}`,
      `/api/v1/orders/${orderId}/timeline`,
      `/api/v1/orders/${orderId}/documents`,
    ),
  ];
}
