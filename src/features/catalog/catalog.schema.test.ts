import { expect, test } from 'vitest';
import { newProduct } from './catalog.schema.ts';

const good = {
  name: 'Shirt',
  category: 'Cloths',
  price: '12',
  descriptions: 'Plain.',
  gender: 'Unisex',
};

test.for([
  ['inventory', '2000000', 'Units can be 1,000,000 at most.'],
  ['inventory', -3, 'At least 0.'],
  ['inventory', 1.5, 'Whole units only.'],
  ['descriptions', 'x'.repeat(5_001), 'Details can have 5,000 characters at most.'],
] as const)(
  'a new product with such %s is refused in a sentence: %s',
  ([field, value, sentence]) => {
    const { error } = newProduct.safeParse({ ...good, [field]: value });
    expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      [field, sentence],
    ]);
  },
);
