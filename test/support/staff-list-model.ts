/** The table of products for staff as a plain scan in memory makes it. */
import fc from 'fast-check';
import type { StaffFilter, StaffSort } from '#features/product-management/staff-list.schema.ts';

export interface Row {
  id: string;
  name: string;
  status: 'draft' | 'active' | 'archived';
  category: string;
  price: number;
  tags: string[];
  image: boolean;
  createdAt: string;
  updatedAt: string;
  variants: { price: number | null; available: number; lowAt: number | null; archived: boolean }[];
}

const sold = ({ variants }: Row) => variants.filter(({ archived }) => !archived);
const prices = (row: Row) => {
  const found = sold(row).map(({ price }) => price ?? row.price);
  return found.length > 0 ? found : [row.price];
};
const units = (row: Row) => sold(row).reduce((sum, { available }) => sum + available, 0);
const low = (row: Row) => sold(row).some(({ available, lowAt }) => available <= (lowAt ?? 5));
/** Whether a product is in the list. */
export const fits = (filter: StaffFilter) => (row: Row) =>
  (filter.status === null ? row.status !== 'archived' : row.status === filter.status) &&
  (filter.category === null || row.category === filter.category) &&
  (filter.text === null ||
    row.name
      .toLowerCase()
      .split(' ')
      .some((word) => word.startsWith(String(filter.text)))) &&
  (filter.tag === null || row.tags.includes(filter.tag)) &&
  (!filter.missingImage || !row.image) &&
  { any: true, in: units(row) > 0, low: low(row), out: units(row) === 0 }[filter.stock] &&
  prices(row).some(
    (price) =>
      price >= (filter.price.minMinor ?? 0) &&
      price <= (filter.price.maxMinor ?? Number.POSITIVE_INFINITY),
  );
const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byName = (a: Row, b: Row) => text(a.name.toLowerCase(), b.name.toLowerCase());
/** How each sort orders products. */
export const orders: Record<StaffSort, (a: Row, b: Row) => number> = {
  changed: (a, b) => text(b.updatedAt, a.updatedAt) || text(b.id, a.id),
  newest: (a, b) => text(b.createdAt, a.createdAt) || text(b.id, a.id),
  name: (a, b) => byName(a, b) || text(a.id, b.id),
  'name-down': (a, b) => byName(b, a) || text(b.id, a.id),
  'price-up': (a, b) => a.price - b.price || text(a.id, b.id),
  'price-down': (a, b) => b.price - a.price || text(b.id, a.id),
};

// Few values each, so that many rows are equal in what they are sorted by.
const amount = fc.constantFrom(0, 1_999, 2_000, 2_001, 9_900);
const time = fc.constantFrom(
  '2026-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.001Z',
  '2026-03-01T10:11:12.345Z',
);
export const row = fc.record({
  name: fc.constantFrom('Alder', 'alder Birch', 'BIRCH', 'cedar', 'Red Cedar', 'Under_score'),
  status: fc.constantFrom<Row['status']>('draft', 'active', 'active', 'archived'),
  category: fc.constantFrom('Cloths', 'Shoes'),
  price: amount,
  tags: fc.subarray(['sale', "o'hara", 'a,b']),
  image: fc.boolean(),
  createdAt: time,
  updatedAt: time,
  variants: fc.array(
    fc.record({
      price: fc.option(amount),
      available: fc.constantFrom(0, 0, 1, 5, 6, 50),
      lowAt: fc.constantFrom(null, null, 0, 50),
      archived: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
});
export const filter: fc.Arbitrary<StaffFilter> = fc.record({
  text: fc.constantFrom(null, null, 'al', 'birch', 'ced', '%'),
  status: fc.constantFrom(null, null, 'draft', 'active', 'archived'),
  category: fc.constantFrom(null, 'Cloths'),
  stock: fc.constantFrom('any', 'in', 'low', 'out'),
  missingImage: fc.boolean(),
  price: fc.record({ minMinor: fc.option(amount), maxMinor: fc.option(amount) }),
  tag: fc.constantFrom(null, null, 'sale', "o'hara", 'a,b'),
});
