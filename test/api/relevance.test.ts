import { afterAll, beforeAll, expect, test } from 'vitest';
import { bringIndexUpToDate, FIRST_SYNONYMS } from '#features/catalog/catalog.ts';
import { addSynonyms } from '#features/merchandising/merchandising.ts';
import { loadDemoShop } from '#server/start/load-demo-shop.ts';
import { judge, resultsOf } from '../../bench/relevance/judge.ts';
import {
  type JudgedSearch,
  PLAIN_SEARCHES,
  TYPING_ERRORS,
} from '../../bench/relevance/judged-searches.ts';
import { actorOf, openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await loadDemoShop(shop.context);
  const staff = actorOf(await shop.admin(), 'admin');
  for (const words of FIRST_SYNONYMS) {
    await addSynonyms(shop.context.ctx, staff, words.join(', '));
  }
  await bringIndexUpToDate(shop.context.ctx);
});
afterAll(() => shop.close());

async function find(q: string): Promise<string[]> {
  const found = await (await shop.guest().get(resultsOf(q))).json();
  return found.map(({ slug }: { slug: string }) => slug);
}

test.each<[string, readonly JudgedSearch[], number]>([
  ['of what people type', PLAIN_SEARCHES, 0.95],
  ['with typing errors', TYPING_ERRORS, 0.9],
])('searches %s find a right product among the first three', async (_, searches, least) => {
  const { share, missed } = await judge(searches, find);
  expect([share >= least, missed]).toEqual([true, missed]);
});
