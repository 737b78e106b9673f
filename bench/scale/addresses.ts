/**
 * An address that is requested from a shop of each size, and the most milliseconds that 95 of 100
 * requests may take.
 */
export interface Asked {
  what: string;
  paths: string[];
  mostMs: number;
}

const WORDS = [
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
const each = <T>(values: T[], toPath: (value: T) => string) => values.map(toPath);

/** The limit for the first page of a list, and for pages that count or rank. */
const list = 50;
const filtered = 100;

/** `products` are some products of the shop. */
export function addressesOf(products: { _id: string; slug: string }[]): Asked[] {
  return [...pagesOf(products), ...searches, ...callsOf(products), ...consolePages];
}

type Sample = Parameters<typeof addressesOf>[0];

function pagesOf(products: Sample): Asked[] {
  return [
    { what: 'home page', paths: ['/'], mostMs: list },
    { what: 'category page', paths: ['/cloths', '/shoes', '/jersey'], mostMs: list },
    { what: 'product page', paths: each(products, ({ slug }) => `/product/${slug}`), mostMs: list },
    {
      what: 'category, one size',
      paths: each(['S', 'M', 'L', 'XL'], (size) => `/cloths?size=${size}`),
      mostMs: filtered,
    },
    {
      what: 'category, size and color on hand',
      paths: each(
        ['Navy', 'Sand', 'Moss', 'Clay'],
        (color) => `/cloths?size=M&color=${color}&stock=in`,
      ),
      mostMs: filtered,
    },
    {
      what: 'category, price range, cheapest first',
      paths: each([10, 30, 50], (min) => `/cloths?min=${min}&max=${min + 5}&sort=price-up`),
      mostMs: filtered,
    },
  ];
}

const searches: Asked[] = [
  {
    what: 'search, one word',
    paths: each(WORDS, (word) => `/search?q=${word}`),
    mostMs: filtered,
  },
  {
    what: 'search, two words',
    paths: each(WORDS.slice(0, 5), (word) => `/search?q=cotton+${word}`),
    mostMs: filtered,
  },
  {
    what: 'search, one word and a size',
    paths: each(WORDS, (word) => `/search?q=${word}&size=M`),
    mostMs: filtered,
  },
  {
    what: 'search, a typing error',
    paths: each(['hodie', 'linnen', 'jersy', 'merinoo'], (word) => `/search?q=${word}`),
    mostMs: filtered,
  },
  {
    what: 'search, no hit',
    paths: each(['qxzzy', 'wvkkrt'], (word) => `/search?q=${word}`),
    mostMs: filtered,
  },
  {
    what: 'suggestions',
    paths: each(
      WORDS.map((word) => word.slice(0, 3)),
      (start) => `/search/suggestions?q=${start}`,
    ),
    mostMs: list,
  },
];

function callsOf(products: Sample): Asked[] {
  return [
    { what: 'GET /products, a page', paths: ['/products?category=Cloths&limit=24'], mostMs: list },
    {
      what: 'GET /products/{id}',
      paths: each(products, ({ _id }) => `/products/${_id}`),
      mostMs: list,
    },
    { what: 'GET /orders, a page', paths: ['/orders?limit=24'], mostMs: list },
    { what: 'GET /users, a page', paths: ['/users?limit=24'], mostMs: list },
  ];
}

const consolePages: Asked[] = [
  {
    what: 'console, products',
    paths: ['/admin/products', '/admin/products?sort=price'],
    mostMs: list,
  },
  {
    what: 'console, search of products',
    paths: ['/admin/products?q=skye', '/admin/products?q=G-000'],
    mostMs: list,
  },
  { what: 'console, orders', paths: ['/admin/orders'], mostMs: list },
  {
    what: 'console, search of orders',
    paths: ['/admin/orders?q=smith', '/admin/orders?q=sam'],
    mostMs: list,
  },
  { what: 'console, stock', paths: ['/admin/stock', '/admin/stock?q=G-0'], mostMs: list },
];
