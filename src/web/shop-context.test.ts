import type { LoaderFunctionArgs } from 'react-router';
import { expect, test } from 'vitest';
import {
  type CachedLoaderArgs,
  createPageContext,
  type PageContext,
  pageOf,
  type ResponseContext,
  type RootLoaderArgs,
  showVisitor,
  visitOf,
} from './shop-context.ts';

type Home = typeof import('./routes/shop/home.tsx');
type Category = typeof import('./routes/shop/category.tsx');
type Product = typeof import('./routes/shop/product.tsx');

/** Whether a loader accepts the arguments of cached pages' loaders. */
type FitsCache<Loader extends (args: never) => unknown> =
  CachedLoaderArgs<Parameters<Loader>[0]> extends Parameters<Loader>[0] ? true : false;

// The compiler checks these three, and the functions below, which nobody calls.
const fits: [
  home: FitsCache<Home['loader']>,
  category: FitsCache<Category['loader']>,
  product: FitsCache<Product['loader']>,
] = [true, true, true];
const others: [visit: FitsCache<(args: LoaderFunctionArgs) => void>] = [false];

const readers = {
  cached(args: CachedLoaderArgs<LoaderFunctionArgs>) {
    pageOf(args.context).ctx.now();
    // @ts-expect-error It has no visit: that is one person's.
    visitOf(args.context).actor;
    // @ts-expect-error Nor what the page shows of its visitor.
    showVisitor(args.context);
    // @ts-expect-error Nor the request, whose cookies name the visitor.
    args.request.headers.get('cookie');
    // @ts-expect-error What is shared has no user.
    pageOf(args.context).actor;
  },
  root(args: RootLoaderArgs) {
    showVisitor(args.context);
    // @ts-expect-error The root runs for cached pages as well.
    visitOf(args.context);
  },
};

test('a page that is rendered for the cache has no visit', async () => {
  const shared = createPageContext({
    page: { baseUrl: 'http://shop.test' } as PageContext,
    response: {} as ResponseContext,
    showVisitor: async () => ({ user: null, admin: false, cartCount: 2 }),
  });
  expect(pageOf(shared).baseUrl).toBe('http://shop.test');
  expect((await showVisitor(shared)).cartCount).toBe(2);
  expect(() => visitOf(shared)).toThrow('No value found for context');
  expect([...fits, ...others, ...Object.keys(readers)]).toHaveLength(6);
});
