/** The lists of `browse.ts` as a plain scan in memory makes them. */
import fc from 'fast-check';
import type { ProductFilter } from '#features/catalog/product-list.schema.ts';

export interface Row {
  id: string;
  name: string;
  category: string;
  tags: string[];
  /** Whether it is in the collection by hand. */
  chosen: boolean;
  price: number;
  createdAt: string;
  variants: {
    size: string | null;
    color: string | null;
    price: number | null;
    available: number;
    active: boolean;
  }[];
}

// What the lists have to be, worked out without a database.
export const listedPrice = (filter: ProductFilter, { price, variants }: Row) => {
  const prices = variants.filter(asked(filter)).map((variant) => variant.price ?? price);
  return prices.length > 0 ? Math.min(...prices) : price;
};
const colorsOf = ({ colors, families }: ProductFilter) => [
  ...colors,
  ...families.flatMap((family) => (family === 'Blue' ? ['Navy'] : [family])),
];
const asked =
  (filter: ProductFilter) =>
  ({ size, color, available, active }: Row['variants'][number]) =>
    active &&
    (filter.sizes.length === 0 || (size !== null && filter.sizes.includes(size))) &&
    (colorsOf(filter).length === 0 || (color !== null && colorsOf(filter).includes(color))) &&
    (!filter.inStock || available > 0);
/** Whether a word of a name begins with a text. */
const hasWord = (name: string, text: string) =>
  name.split('_').some((word) => word.startsWith(text));
export const fits = (filter: ProductFilter) => (row: Row) =>
  (filter.category === null || row.category === filter.category) &&
  (filter.collection === null || row.chosen) &&
  filter.tags.every((tag) => row.tags.includes(tag)) &&
  // None has a brand.
  filter.brands.length === 0 &&
  (filter.labels.length === 0 || filter.labels.some((tag) => row.tags.includes(tag))) &&
  (filter.name === null || hasWord(row.name.toLowerCase(), filter.name.toLowerCase())) &&
  listedPrice(filter, row) >= (filter.price.minMinor ?? 0) &&
  listedPrice(filter, row) <= (filter.price.maxMinor ?? Number.POSITIVE_INFINITY) &&
  (filter.sizes.length + colorsOf(filter).length + Number(filter.inStock) === 0 ||
    row.variants.some(asked(filter)));
export const sortValues = (filter: ProductFilter) => ({
  createdAt: (row: Row) => row.createdAt,
  price: (row: Row) => listedPrice(filter, row),
  name: (row: Row) => row.name.toLowerCase(),
});

// Few values each, so that many rows are equal in what they are sorted by.
const size = fc.constantFrom('S', 'M', 'L', null);
const color = fc.constantFrom('Navy', 'Rust', "O'Hara", null);
const amount = fc.constantFrom(0, 1_999, 2_000, 2_001, 9_900);
const variant = fc.record({
  size,
  color,
  price: fc.option(amount),
  available: fc.constantFrom(0, 0, 1, 50),
  active: fc.boolean(),
});
export const row = fc.record({
  name: fc.constantFrom('Alder', 'alder', 'Birch', 'BIRCH', 'cedar', '100percent', 'Under_score'),
  category: fc.constantFrom('Cloths', 'Shoes'),
  tags: fc.subarray(['linen', 'sale']),
  chosen: fc.boolean(),
  price: amount,
  createdAt: fc.constantFrom(
    '2026-01-01T00:00:00.000Z',
    '2026-01-01T00:00:00.001Z',
    '2026-03-01T10:11:12.345Z',
  ),
  variants: fc.uniqueArray(variant, {
    maxLength: 4,
    selector: (made) => `${made.size}/${made.color}`,
  }),
});
export const filter: fc.Arbitrary<ProductFilter> = fc.record({
  category: fc.constantFrom(null, 'Cloths'),
  collection: fc.constantFrom(null, null, 'col_chosen'),
  tags: fc.subarray(['linen', 'sale'], { maxLength: 1 }),
  name: fc.constantFrom(null, null, 'aLD', 'sco', 'r_s', '%', 'c'),
  sizes: fc.subarray(['S', 'M', 'L']),
  colors: fc.subarray(['Navy', 'Rust', "O'Hara"]),
  families: fc.constantFrom([], [], ['Blue'], ['Green']),
  types: fc.constant([]),
  brands: fc.constantFrom([], [], ['Nobody']),
  genders: fc.constant([]),
  ownOptions: fc.constant([]),
  labels: fc.constantFrom([], [], ['linen'], ['linen', 'sale']),
  inStock: fc.boolean(),
  price: fc.record({ minMinor: fc.option(amount), maxMinor: fc.option(amount) }),
});
