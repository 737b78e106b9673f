import { afterAll, beforeAll, expect, test } from 'vitest';
import { bringIndexUpToDate } from '#features/catalog/catalog.ts';
import { noFilter } from '#features/catalog/product-list.schema.ts';
import { understand } from '#features/catalog/search/understand.ts';
import {
  addSynonyms,
  editSynonyms,
  listSynonyms,
  removeSynonyms,
} from '#features/merchandising/merchandising.ts';
import { stock } from '../support/goods.ts';
import { actorOf, openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let staff: ReturnType<typeof actorOf>;

beforeAll(async () => {
  shop = await openTestShop();
  staff = actorOf(await shop.admin(), 'admin');
  await stock(shop, { name: 'Canvas Trainer', category: 'Shoes' });
  await stock(shop, { name: 'Gym Shoe', category: 'Gadget' });
  await stock(shop, { name: 'Gym Bag', category: 'Gadget' });
  await stock(shop, { name: 'Wool Jumper' });
  await bringIndexUpToDate(shop.context.ctx);
});
afterAll(() => shop.close());

async function find(q: string): Promise<string[]> {
  const response = await shop.guest().get(`/products?${new URLSearchParams({ q })}`);
  const names = (await response.json()) as { name: string }[];
  return names.map(({ name }) => name).sort();
}

test('words on one line find the same products, in singular and plural, one word or two', async () => {
  const { ctx } = shop.context;
  expect(await find('sneaker')).toEqual([]);
  const added = await addSynonyms(ctx, staff, 'Sneaker, trainer;  GYM shoe');
  expect(added.words).toEqual(['sneaker', 'trainer', 'gym shoe']);
  const all = ['Canvas Trainer', 'Gym Shoe'];
  expect(await find('sneaker')).toEqual(all);
  expect(await find('Sneakers')).toEqual(all);
  expect(await find('trainers')).toEqual(all);
  expect(await find('gym shoe')).toEqual(all);
  expect(await find('canvas sneaker')).toEqual(['Canvas Trainer']);
  expect(await find('canvas gym shoe')).toEqual(['Canvas Trainer']);
  expect(await find('gym')).toEqual(['Gym Bag', 'Gym Shoe']);
  const { id } = added;
  const shown = 'sneaker, trainer, gym shoe';
  await editSynonyms(ctx, staff, { id, shown, text: 'sneaker, jumper' });
  expect(await find('sneaker')).toEqual(['Wool Jumper']);
  await removeSynonyms(ctx, staff, { id, shown: 'sneaker, jumper' });
  expect(await find('sneaker')).toEqual([]);
  const { rows } = await shop.database.pool.query(
    "select action from audit_log where action like 'synonyms.%' order by at",
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'synonyms.add',
    'synonyms.edit',
    'synonyms.remove',
  ]);
});

test('a synonym of a category finds its products', async () => {
  const { id } = await addSynonyms(shop.context.ctx, staff, 'footwear, shoes');
  expect(await find('footwear')).toEqual(['Canvas Trainer', 'Gym Shoe']);
  await removeSynonyms(shop.context.ctx, staff, { id, shown: 'footwear, shoes' });
});

test.each([
  ['one word', 'sneaker', 'at least two words'],
  ['the same word twice', 'Sneaker, sneaker', 'at least two words'],
  ['a sentence', 'sneaker, shoes for the gym', 'one word or two'],
  ['a word without end', `sneaker, ${'x'.repeat(41)}`, 'one word or two'],
  ['thirteen words', Array.from({ length: 13 }, (_, i) => `word${i}`).join(), 'at most 12'],
])('%s is refused with a sentence, and nothing is stored', async (_what, text, sentence) => {
  await expect(addSynonyms(shop.context.ctx, staff, text)).rejects.toThrow(sentence);
  expect(await listSynonyms(shop.context.ctx, staff)).toEqual([]);
});

test('synonyms are known words: of typing errors, of suggestions, and however they are joined', async () => {
  const { ctx } = shop.context;
  const lines = ['sneaker, trainer', 't-shirt, jumper'];
  const added = [];
  for (const line of lines) added.push(await addSynonyms(ctx, staff, line));
  expect(await find('snaeker')).toEqual(['Canvas Trainer']);
  expect(await find('sneekers')).toEqual(['Canvas Trainer']);
  expect(await find('t-shirt')).toEqual(['Wool Jumper']);
  expect(await find('tshirt')).toEqual(['Wool Jumper']);
  const response = await shop.guest().get('/search/suggestions?q=snea');
  const { products, queries } = await response.json();
  expect(products.map(({ name }: { name: string }) => name)).toEqual(['Canvas Trainer']);
  expect(queries).toEqual(['sneaker']);
  for (const { id, words } of added)
    await removeSynonyms(ctx, staff, { id, shown: words.join(', ') });
});

test('two people at one line lose nothing, and a line exists once', async () => {
  const { ctx } = shop.context;
  const { id } = await addSynonyms(ctx, staff, 'cap, hat');
  await expect(addSynonyms(ctx, staff, 'hat, cap')).rejects.toThrow('already');
  await editSynonyms(ctx, staff, { id, shown: 'cap, hat', text: 'cap, hat, beanie' });
  const late = { id, shown: 'cap, hat', text: 'cap, bonnet' };
  await expect(editSynonyms(ctx, staff, late)).rejects.toMatchObject({ code: 'edit_conflict' });
  await expect(removeSynonyms(ctx, staff, late)).rejects.toMatchObject({ code: 'edit_conflict' });
  expect(await listSynonyms(ctx, staff)).toEqual([{ id, words: ['cap', 'hat', 'beanie'] }]);
  await removeSynonyms(ctx, staff, { id, shown: 'cap, hat, beanie' });
});

test('are for admins alone', async () => {
  const { ctx } = shop.context;
  const shopper = actorOf(await shop.shopper('Syn Onym'));
  const refused = { code: 'forbidden' };
  await expect(listSynonyms(ctx, shopper)).rejects.toMatchObject(refused);
  await expect(addSynonyms(ctx, shopper, 'a, b')).rejects.toMatchObject(refused);
  const line = { id: 'x', shown: '', text: 'a, b' };
  await expect(editSynonyms(ctx, shopper, line)).rejects.toMatchObject(refused);
  await expect(removeSynonyms(ctx, shopper, line)).rejects.toMatchObject(refused);
});

test('many words that are each on a long line have a bounded number of synonyms together', async () => {
  const { ctx } = shop.context;
  const words = ['alder', 'birch', 'cedar', 'dogwood', 'elm', 'fir', 'ginkgo', 'hazel'];
  for (const word of words) {
    const others = Array.from('abcdefghijk', (letter) => `${word} ${letter}${letter}`);
    await addSynonyms(ctx, staff, [word, ...others].join(', '));
  }
  const chosen = {
    ...noFilter(),
    families: undefined,
    text: null,
    pinned: [],
    boosts: [],
    found: null,
  };
  const { filter } = await understand(ctx, words.join(' '), chosen, 100);
  const synonyms = filter.text?.words.flatMap((one) => [...one.synonyms, ...one.synonymsWithNext]);
  expect(synonyms).toHaveLength(24);
});
