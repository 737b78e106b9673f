import { expect, test } from 'vitest';
import { earlierParts, earlierRecord } from './earlier-record.ts';
import type { StaffProduct, StaffVariant } from './product-management.schema.ts';

const variant = (id: string, more: Partial<StaffVariant> = {}) =>
  ({
    id,
    sku: id,
    priceMinor: null,
    available: 3,
    reserved: 0,
    archived: false,
    ...more,
  }) as StaffVariant;
const product = (more: Partial<StaffProduct>) =>
  ({
    id: 'prd_1',
    name: 'Tee',
    brand: 'Own',
    formerSlugs: [],
    images: [],
    related: [],
    version: 4,
    variants: [variant('var_1'), variant('var_2')],
    ...more,
  }) as unknown as StaffProduct;
const archive = (one: StaffVariant) => ({ ...one, archived: true });

const before = product({});
const after = product({
  name: 'Other',
  variants: [variant('var_1'), variant('var_2', { priceMinor: 5 }), variant('var_3')],
});
const asStored = <T>(value: T): T => JSON.parse(JSON.stringify(value));

test('only what a job changes is kept, and the products that it may relate', () => {
  expect(earlierParts(before, after)).toEqual({
    name: 'Tee',
    related: [],
    var_2: variant('var_2'),
    var_3: null,
  });
});

test('the undo sets what was kept, archives what was added, and leaves the rest', () => {
  const now = { ...after, version: 5, formerSlugs: ['old'] };
  expect(earlierRecord(asStored(earlierParts(before, after)), now, archive)).toEqual({
    ...now,
    name: 'Tee',
    variants: [variant('var_1'), variant('var_2'), variant('var_3', { archived: true })],
  });
});

test('all is kept of a product that the job will change again', () => {
  const parts = asStored(earlierParts(before, after, true));
  const now = product({
    ...after,
    brand: 'Third',
    variants: after.variants.map((one) => ({ ...one, sku: 'new' })),
  });
  expect(earlierRecord(parts, now, archive)).toMatchObject({
    brand: 'Own',
    variants: [variant('var_1'), variant('var_2'), { id: 'var_3', archived: true }],
  });
});

test('a whole record, which earlier versions of the shop kept, is taken as it is', () => {
  const stored = asStored({ ...before, brand: 'First' }) as unknown as Record<string, unknown>;
  expect(earlierRecord(stored, after, archive)).toMatchObject({
    name: 'Tee',
    brand: 'First',
    variants: [variant('var_1'), variant('var_2'), variant('var_3', { archived: true })],
  });
});
