import { expect, test } from 'vitest';
import { shop } from '#shop-config';
import { toMenuLine } from './menu-line.ts';

const entries = (...names: string[]) => names.map((name) => ({ name, path: `/${name}` }));
const ofFile = entries(...shop.categories.map(({ name }) => name));
const placed = (names: string[], brand = shop.brand) =>
  toMenuLine(entries(...names), brand).map(({ name, line = 'always' }) => `${name}: ${line}`);

test("a new shop's categories are in the line, and what a long menu has more is under 'More'", () => {
  expect(toMenuLine(ofFile, shop.brand)).toEqual(ofFile);
  expect(toMenuLine([], shop.brand)).toEqual([]);
  const long = [...ofFile.map(({ name }) => name), 'Hats', 'Bag', 'Outdoor clothing'];
  expect(placed(long)).toEqual([
    'Cloths: always',
    'Shoes: always',
    'Gadget: always',
    'Jersey: always',
    'Hats: hidden xl:block',
    'Bag: hidden min-[84rem]:block',
    'Outdoor clothing: hidden',
  ]);
  // A longer brand leaves less room, and so do wider letters.
  expect(
    placed(['Cloths', 'Shoes', 'Gadget', 'Jersey'], 'The Online Shop of Good Clothes')[2],
  ).not.toMatch('always');
  expect(placed(['কাপড়', 'পাঞ্জাবি', 'শাড়ি', 'জুতা', 'টুপি']).at(-1)).not.toMatch('always');
});
