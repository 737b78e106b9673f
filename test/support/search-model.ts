/** The lists, searches and counts of products as a plain scan in memory makes them. */
import fc from 'fast-check';
import type { ProductFilter } from '#features/catalog/product-list.schema.ts';

export interface Variant {
  sku: string;
  size: string | null;
  color: string | null;
  price: number | null;
  available: number;
  active: boolean;
}

export interface Product {
  id: string;
  name: string;
  category: string;
  tags: string[];
  brand: string;
  details: string;
  price: number;
  createdAt: string;
  status: 'active' | 'draft' | 'archived';
  variants: Variant[];
}

export const size = fc.constantFrom('S', 'M', 'One size', null);
export const color = fc.constantFrom('Navy', 'Dark Sky', "O'Hara", null);
const BLUE = ['Navy', 'Dark Sky'];
const amount = fc.constantFrom(0, 1_999, 2_000, 9_900);
export const status = fc.constantFrom<Product['status']>(
  'active',
  'active',
  'active',
  'draft',
  'archived',
);
export const name = fc.constantFrom(
  'Alder',
  'Alder Smock',
  'Smock-Alder',
  'BIRCH Alder',
  'Crème Birch',
);
const variant = fc.record({
  size,
  color,
  price: fc.option(amount),
  available: fc.constantFrom(0, 0, 1, 50),
  active: fc.boolean(),
});
export const product = fc.record({
  name,
  category: fc.constantFrom('Cloths', 'Shoes'),
  tags: fc.subarray(['linen', 'wide leg']),
  brand: fc.constantFrom('', 'Koru'),
  details: fc.constantFrom('Warm.', 'Of birch.'),
  price: amount,
  createdAt: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-03-01T10:11:12.345Z'),
  status,
  variants: fc.uniqueArray(variant, { maxLength: 4, selector: (v) => `${v.size}/${v.color}` }),
});
export interface Made extends Omit<Product, 'id' | 'variants'> {
  variants: Omit<Variant, 'sku'>[];
}

/** A change of the product of this number, if there is one. */
export const change = fc.oneof(
  fc.record({ kind: fc.constant('name' as const), at: fc.nat(7), to: name }),
  fc.record({ kind: fc.constant('price' as const), at: fc.nat(7), to: amount }),
  fc.record({ kind: fc.constant('status' as const), at: fc.nat(7), to: status }),
  fc.record({ kind: fc.constant('stock' as const), at: fc.nat(7), to: fc.constantFrom(0, 1, 9) }),
  fc.record({ kind: fc.constant('removal' as const), at: fc.nat(7) }),
  fc.record({ kind: fc.constant('variants' as const), at: fc.nat(7) }),
);
export type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

// With many others, sizes and colors are looked for in another way.
const some = (values: string[]) =>
  fc
    .tuple(fc.subarray(values), fc.constantFrom(0, 0, 0, 12))
    .map(([chosen, others]) => [...chosen, ...Array.from({ length: others }, (_, nr) => `x${nr}`)]);
export const filter: fc.Arbitrary<ProductFilter> = fc.record({
  category: fc.constantFrom(null, null, 'Cloths'),
  collection: fc.constant(null),
  tags: fc.constantFrom([], [], [], ['linen'], ['linen', 'wide leg']),
  name: fc.constant(null),
  sizes: some(['S', 'M', 'One size']),
  colors: some(['Navy', "O'Hara"]),
  families: fc.constantFrom([], [], ['Blue'], ['Blue', 'Orange']),
  types: fc.constant([]),
  brands: fc.constantFrom([], [], ['Koru'], ['Koru', 'Nobody']),
  genders: fc.constantFrom([], [], ['g'], ['Women']),
  ownOptions: fc.constant([]),
  labels: fc.constantFrom([], [], ['linen'], ['linen', 'wide leg']),
  inStock: fc.boolean(),
  price: fc.record({ minMinor: fc.option(amount), maxMinor: fc.option(amount) }),
});
export const query = fc.constantFrom(
  null,
  'alder',
  'ald',
  'birch alder',
  'aldersmock',
  'smock alder',
  'creme',
  'wideleg',
  'kor',
  'shoes',
  'navy',
);

// What a search has to find, worked out without a database.
export const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '');
const parts = (text: string) =>
  plain(text)
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
const joined = (words: string[]) => words.slice(1).map((word, index) => words[index] + word);
const isListed = ({ status: now }: Product) => now === 'active';
const onSale = ({ variants }: Product) => variants.filter(({ active }) => active);

function wordsOf(of: Product): string[] {
  const kind = parts(`${of.brand} ${of.tags.join(' ')}`);
  const options = onSale(of).flatMap(({ size: s, color: c, sku }) => [s ?? '', c ?? '', sku]);
  return [
    ...parts(of.name),
    ...joined(parts(of.name)),
    ...kind,
    ...joined(kind),
    ...(of.category === 'Shoes' ? ['shoes'] : []),
    ...parts(options.join(' ')),
    ...parts(of.details),
  ];
}

function matches(of: Product, q: string | null): boolean {
  if (q === null) return true;
  const words = wordsOf(of);
  const asked = parts(q);
  const all = (terms: string[]) =>
    terms.every((term, at) =>
      words.some((word) => (at === terms.length - 1 ? word.startsWith(term) : word === term)),
    );
  return all(asked) || (asked.length === 2 && all([asked.join('')]));
}

const colorsOf = ({ colors, families }: ProductFilter) => [
  ...colors,
  ...families.flatMap((family) => (family === 'Blue' ? BLUE : [family])),
];
const fits = (wanted: ProductFilter) => (v: Variant) =>
  v.active &&
  (wanted.sizes.length === 0 || (v.size !== null && wanted.sizes.includes(v.size))) &&
  (colorsOf(wanted).length === 0 || (v.color !== null && colorsOf(wanted).includes(v.color))) &&
  (!wanted.inStock || v.available > 0);

function priceOf(of: Product, wanted: ProductFilter): number {
  const prices = of.variants.filter(fits(wanted)).map(({ price }) => price ?? of.price);
  return prices.length > 0 ? Math.min(...prices) : of.price;
}

/** Of all products. */
const GENDER = 'g';
const hasOne = (asked: string[], own: string[]) =>
  asked.length === 0 || asked.some((value) => own.includes(value));

export const isFound = (wanted: ProductFilter, q: string | null) => (of: Product) =>
  isListed(of) &&
  (wanted.category === null || of.category === wanted.category) &&
  wanted.tags.every((tag) => of.tags.includes(tag)) &&
  hasOne(wanted.brands, [of.brand]) &&
  hasOne(wanted.genders, [GENDER]) &&
  hasOne(wanted.labels, of.tags) &&
  (wanted.sizes.length + colorsOf(wanted).length === 0 && !wanted.inStock
    ? true
    : of.variants.some(fits(wanted))) &&
  priceOf(of, wanted) >= (wanted.price.minMinor ?? 0) &&
  priceOf(of, wanted) <= (wanted.price.maxMinor ?? Number.POSITIVE_INFINITY) &&
  matches(of, q);

export const sortValues = (wanted: ProductFilter) => ({
  createdAt: (of: Product) => of.createdAt,
  price: (of: Product) => priceOf(of, wanted),
  name: (of: Product) => of.name.toLowerCase(),
});

const counted = (values: (string | null)[]) => {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries(counts);
};

export function facetsInMemory(goods: Product[], wanted: ProductFilter, q: string | null) {
  const leaves = (change: Partial<ProductFilter>) =>
    goods.filter(isFound({ ...wanted, ...change }, q)).length;
  const countOf = (values: string[], changed: (value: string) => Partial<ProductFilter>) =>
    Object.fromEntries(
      values.map((value) => [value, leaves(changed(value))]).filter(([, count]) => count !== 0),
    );
  const open = { ...wanted, price: { minMinor: null, maxMinor: null } };
  const prices = goods.filter(isFound(open, q)).map((of) => priceOf(of, open));
  return {
    total: leaves({}),
    category: counted(
      goods.filter(isFound({ ...wanted, category: null }, q)).map(({ category }) => category),
    ),
    size: countOf(['S', 'M', 'One size'], (value) => ({ sizes: [value] })),
    color: countOf([...BLUE, "O'Hara"], (value) => ({ colors: [value], families: [] })),
    family: countOf(['Blue'], (value) => ({ colors: [], families: [value] })),
    brand: countOf(['Koru'], (value) => ({ brands: [value] })),
    gender: countOf([GENDER], (value) => ({ genders: [value] })),
    tag: countOf(['linen', 'wide leg'], (value) => ({ labels: [value] })),
    inStock: leaves({ inStock: true }),
    low: prices.length > 0 ? Math.min(...prices) : null,
    high: prices.length > 0 ? Math.max(...prices) : null,
  };
}
