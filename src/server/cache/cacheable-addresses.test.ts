import { expect, test } from 'vitest';
import { productSorts } from '#features/catalog/product-list.schema.ts';
import { moreRows, PAGE_SIZES } from '#web/pagination.ts';
import { createAddresses, tagsOf } from './cacheable-addresses.ts';

const categories = [
  { id: 'Cloths', name: 'Cloths', slug: 'cloths' },
  { id: 'cat_2', name: 'Full Set', slug: 'full-set' },
];
const addressOf = createAddresses(categories, { cachesSearches: true });

test.each([
  ['/cloths', ['lists:Cloths']],
  ['/cloths.data?sort=name&show=96', ['lists:Cloths']],
  ['/full-set', ['lists:cat_2']],
  ['/full-set.data?sort=name', ['lists:cat_2']],
  ['/collections/summer', ['lists', 'collection:summer']],
  ['/collections/summer.data?sort=name&show=96', ['lists', 'collection:summer']],
  ['/product/linen-shirt', ['product:linen-shirt']],
  ['/product/prd_01k8.data', ['product:prd_01k8']],
  ['/products', ['goods']],
  ['/products?limit=24', ['goods']],
  ['/products?category=Full+Set&limit=24', ['goods:cat_2']],
  ['/products/prd_01k8', ['product:prd_01k8']],
])('%s is made from %j', (url, tags) => {
  expect(addressOf(url)?.tags).toEqual(tags);
});

test.each([
  ['/cloths?color=Navy', ['lists:Cloths']],
  ['/cloths.data?size=M&size=L&min=10&sort=name&show=48', ['lists:Cloths']],
  ['/full-set?stock=in', ['lists:cat_2']],
  ['/collections/summer?color=Navy', ['lists', 'collection:summer']],
])('%s is a list with filters, made from %j', (url, tags) => {
  expect(addressOf(url)).toEqual({ kind: 'search-page', tags });
});

test.each([
  ['/search?q=shirt', 'page', ['lists', 'searches']],
  ['/search.data?q=navy+shirt&size=M&sort=name&show=48', 'page', ['lists', 'searches']],
  ['/search?color=Navy', 'page', ['lists', 'searches']],
  ['/search', 'page', ['lists', 'searches']],
  ['/products/facets', 'call', ['lists', 'searches']],
  ['/products?q=shirt', 'call', ['goods', 'searches']],
  ['/products?q=shirt&category=Cloths&size=M&limit=24', 'call', ['goods', 'searches']],
  ['/products?color=Navy', 'call', ['goods', 'searches']],
  ['/products/facets?q=shirt&inStock=true', 'call', ['lists', 'searches']],
  ['/search/suggestions?q=shi', 'call', ['goods', 'searches']],
])('%s is a search by a %s, made from %j', (url, kind, tags) => {
  expect(addressOf(url)).toEqual({ kind: `search-${kind}`, tags });
  // Nothing tells when an engine outside of the shop finds something else.
  const withEngine = createAddresses(categories, { cachesSearches: false });
  expect(withEngine(url)).toBeNull();
  expect(withEngine('/cloths?color=Navy')).not.toBeNull();
});

test('the home page is made from all lists', () => {
  for (const url of ['/', '/home', '/_.data', '/home.data']) {
    expect(addressOf(url)?.tags).toEqual(['lists']);
  }
});

test('every sort of a category page is cached, with each step of Load more', () => {
  for (const sort of ['', ...Object.keys(productSorts)]) {
    let search = sort && `?sort=${sort}`;
    for (const limit of PAGE_SIZES) {
      expect([search, addressOf(`/cloths${search}`)?.kind]).toEqual([search, 'page']);
      const more = moreRows(search, { limit, after: null }, 'next');
      search = more.search;
    }
    expect(search).toContain('after=next');
  }
});

test.each([
  '/shoppingCart',
  '/shoppingCart.data',
  '/checkOut',
  '/checkOut/ord_1',
  '/payment',
  '/myOrders',
  '/login',
  '/register',
  '/signOut',
  '/AllOrders',
  '/makeAdmin',
  '/addProduct',
  '/manageAllProducts',
  '/manageAllProducts.data',
  '/cart',
  '/quickView/linen-shirt',
  '/orders',
  '/users',
  '/api/auth/get-session',
  '/CLOTHS',
  '/cloths/',
  '//cloths',
  '/cloths?',
  '/cloths?sort=',
  '/cloths?show=25',
  '/cloths?notice=added',
  '/cloths?color=Navy&notice=added',
  '/cloths?color=Navy&after=x',
  '/cloths?color=Navy&sort=',
  '/cloths?color=Navy&q=shirt',
  '/shoes?color=Navy',
  '/?color=Navy',
  '/cloths.data?_routes=root',
  '/product/Linen%20Shirt',
  '/product/a/b',
  '/product/a?variant=1',
  '/product/a?color=Navy',
  '/shoes',
  '/collections',
  '/collections/Summer',
  '/collections/summer/2',
  '/collections/summer?sort=',
  '/productCount/cloths?color=Navy',
  '/product/a.data?x',
  `/product/${'a'.repeat(121)}`,
  '/products?limit=0',
  '/products?limit=101',
  '/products?limit=1e1',
  '/products?limit=24&limit=24',
  '/products?category=None',
  '/products?category=%43loths',
  '/search/?q=shirt',
  '/Search?q=shirt',
  '/search?q=shirt&notice=added',
  '/search?q=shirt&after=x',
  '/search.data?q=shirt&_routes=root',
  `/search?q=${'a'.repeat(300)}`,
  '/products?q=shirt&after=x',
  '/products?q=shirt&x=1',
  '/products?q=',
  '/products/facets?x=1',
  '/search/suggestions?q=shi&x=1',
  '/search/popular?q=shirt',
  '/products?after=x',
  '/products/a?x',
  '',
])('%s is left to the app', (url) => {
  expect(addressOf(url)).toBeNull();
});

test('a change touches the product by both names, its lists, and calls', () => {
  const product = { productId: 'prd_1', slug: 'shirt', categoryId: 'Cloths' };
  const change = { ...product, collectionSlug: null, inLists: false, inSearches: false };
  const always = ['product:prd_1', 'product:shirt', 'goods', 'goods:Cloths'];
  expect(tagsOf(change)).toEqual(always);
  const listed = [...always, 'lists', 'lists:Cloths', 'card:prd_1'];
  expect(tagsOf({ ...change, inLists: true })).toEqual(listed);
  const none = { productId: null, slug: null, categoryId: null };
  const chosen = { ...none, collectionSlug: 'summer', inLists: true, inSearches: false };
  expect(tagsOf(chosen)).toEqual(['collection:summer']);
  const read = { ...none, collectionSlug: null, inLists: false, inSearches: true };
  expect(tagsOf(read)).toEqual(['searches']);
});
