import { expect, test } from 'vitest';
import { noFilter, productSorts } from '#features/catalog/product-list.schema.ts';
import { LONGEST_TEXT, readText } from './list-text.ts';
import { listParams, moreRows, PAGE_SIZES, readListWindow } from './pagination.ts';
import {
  activeFilters,
  listAddress,
  readProductFilter,
  readProductSort,
} from './product-list-address.ts';

const families = [{ name: 'Blue', colors: ['Navy'] }];
const options = { sizes: ['S', 'M', 'L'], colors: ['Navy', 'Rust'], families };
const read = (query: string) => readProductFilter(new URLSearchParams(query), options);
const nothing = noFilter();

test('reads what is asked for, each value once and in the order of the options', () => {
  expect(
    read('size=M&size=S&size=M&color=Navy&family=Blue&family=Sky&stock=in&min=20&max=79.95'),
  ).toEqual({
    ...nothing,
    sizes: ['S', 'M'],
    colors: ['Navy'],
    families: ['Blue'],
    inStock: true,
    price: { minMinor: 2_000, maxMinor: 7_995 },
  });
});

test('keeps traits that the list does not offer, each once, as far as they fit', () => {
  expect(read('tag=wool&tag=wool&tag=&brand=Koru&gender=Women')).toEqual({
    ...nothing,
    labels: ['wool'],
    brands: ['Koru'],
    genders: ['Women'],
  });
  const many = Array.from({ length: 20 }, (_, nr) => `brand=b${nr}&tag=t${nr}`).join('&');
  const { brands, labels } = read(`${many}&type=${'x'.repeat(256)}`);
  expect([brands.length, labels.length, read(`type=${'x'.repeat(256)}`).types]).toEqual([
    20,
    10,
    [],
  ]);
});

test.each([
  '',
  'size=&color=&stock=&min=&max=',
  'size=s&size=XXL&color=%00&stock=out',
  'min=-1&max=1e3',
  'min=abc&max=1.234',
  'min=99999999999',
  `${'size=Q&'.repeat(5_000)}size=M`,
])('leaves out what is unknown or broken: %.60s', (query) => {
  expect(read(query)).toEqual(nothing);
});

test('the links of a page repeat only what was read', () => {
  const filter = read(
    `size=M&size=Q&color=Navy&family=Blue&min=79.950&max=20&stock=in${'&a'.repeat(5_000)}`,
  );
  expect(activeFilters(filter, 'name')).toEqual({
    filters: [
      { label: 'Size M', without: '?color=Navy&family=Blue&min=79.95&max=20&stock=in&sort=name' },
      { label: 'Navy', without: '?size=M&family=Blue&min=79.95&max=20&stock=in&sort=name' },
      { label: 'All Blue', without: '?size=M&color=Navy&min=79.95&max=20&stock=in&sort=name' },
      { label: 'From $79.95', without: '?size=M&color=Navy&family=Blue&max=20&stock=in&sort=name' },
      {
        label: 'Up to $20.00',
        without: '?size=M&color=Navy&family=Blue&min=79.95&stock=in&sort=name',
      },
      { label: 'In stock', without: '?size=M&color=Navy&family=Blue&min=79.95&max=20&sort=name' },
    ],
    unfiltered: '?sort=name',
    address: '?size=M&color=Navy&family=Blue&min=79.95&max=20&stock=in&sort=name',
  });
  const window = { limit: 48, after: 'x'.repeat(9_000) };
  const address = listAddress(filter, 'name', window);
  expect(address).toMatch(
    /^\?size=M&color=Navy&family=Blue&min=79\.95&max=20&stock=in&sort=name&show=48&after=x/,
  );
  expect(address.length).toBeLessThan(1_100);
});

test.each([
  ['', 'newest'],
  ['sort=price-up', 'price-up'],
  ['sort=name&sort=price-up', 'name'],
  ['sort=toString', 'newest'],
])('%j is sorted by %s', (query, sort) => {
  expect(readProductSort(new URLSearchParams(query), productSorts)).toBe(sort);
});

test.each([
  ['q=+cap+', 'cap'],
  ['q=%20', null],
  ['q=a%00b', 'ab'],
  [`q=${'x'.repeat(500)}`, 'x'.repeat(LONGEST_TEXT)],
  [`q=${'x'.repeat(LONGEST_TEXT - 1)}😀😀`, `${'x'.repeat(LONGEST_TEXT - 1)}😀`],
  ['', null],
])('%.20j searches for %.20j', (query, text) => {
  expect(readText(new URLSearchParams(query))).toBe(text);
});

test('more rows keep the filters and drop what was said once', () => {
  const search = '?size=M&sort=name&notice=added&remove=prd_1';
  const window = readListWindow(new URL(`http://shop.test/cloths${search}`));
  expect(String(listParams(search, 'sort'))).toBe('size=M');
  expect(moreRows(search, window, 'next')).toEqual({
    added: 24,
    search: '?size=M&sort=name&show=48',
  });
  expect(
    moreRows('?size=M&show=96', { limit: Math.max(...PAGE_SIZES), after: null }, 'next'),
  ).toEqual({
    added: 0,
    search: '?size=M&after=next',
  });
  // A page with fewer rows than its limit can't grow.
  expect(moreRows('?show=48', { limit: 48, after: null }, 'next', 30)).toEqual({
    added: 0,
    search: '?after=next',
  });
});
