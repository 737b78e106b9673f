import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { blankDraft, type Draft } from './draft.ts';
import { mergeDrafts } from './merge.ts';
import { draftKey, readDrafts } from './stored-draft.ts';

let kept: Record<string, string>;

beforeEach(() => {
  kept = {};
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem(key: string, value: string) {
      kept[key] = value;
    },
    removeItem: (key: string) => delete kept[key],
  };
  vi.stubGlobal('localStorage', new Proxy(kept, { get: (_, name) => Reflect.get(methods, name) }));
});

afterEach(() => vi.unstubAllGlobals());

const named = (name: string): Draft => {
  const { fields, sheet, ...others } = blankDraft();
  const rows = sheet.rows.map((row) => ({ ...row, onHand: '4' }));
  return { ...others, fields: { ...fields, name }, sheet: { ...sheet, rows } };
};

/** As it was stored before the grid had levels of low stock, and units on hand. */
function withoutLevels(draft: Draft) {
  const rows = draft.sheet.rows.map(({ lowStockAt: _, onHand: available, ...row }) => {
    return { ...row, available };
  });
  return { ...draft, sheet: { ...draft.sheet, rows } };
}

const stored = (draft: unknown, base: unknown = draft) => JSON.stringify({ base, draft, at: 1 });

test('a draft that was stored without a column is offered, and changes nothing in that column', async () => {
  const key = draftKey('u', 'p', 'earlier');
  kept[key] = stored(withoutLevels(named('Typed')), withoutLevels(named('')));
  const [offered] = await readDrafts(draftKey('u', 'p', 'now'));
  if (!offered) throw new Error('It is not offered.');
  const current = named('');
  for (const row of current.sheet.rows) row.lowStockAt = '3';
  const merged = mergeDrafts(offered.base, offered.draft, current);
  expect(merged.fields.name).toBe('Typed');
  expect(merged.sheet.rows.map(({ lowStockAt }) => lowStockAt)).toEqual(['3']);
  expect(offered.draft.sheet.rows.map(({ onHand }) => onHand)).toEqual(['4']);
});

test.each(['fields', 'images', 'related', 'sheet', 'rows'])(
  'a draft without %s is not offered, and others are',
  async (part) => {
    const { [part as 'fields']: _, ...damaged } = named('Damaged');
    const { rows: __, ...sheet } = damaged.sheet ?? {};
    kept[draftKey('u', 'p', 'damaged')] = stored(part === 'rows' ? { ...damaged, sheet } : damaged);
    kept[draftKey('u', 'p', 'whole')] = stored(named('Whole'));
    const offered = await readDrafts(draftKey('u', 'p', 'now'));
    expect(offered.map(({ draft }) => draft.fields.name)).toEqual(['Whole']);
  },
);

test.each([
  ['a new product', null],
  ['a product', 'p'],
])('a draft of %s that was stored without a name is offered under one', async (_, id) => {
  kept[`product-draft:u:${id ?? 'new'}`] = stored(named('Old'));
  const [offered, ...more] = await readDrafts(draftKey('u', id, 'now'));
  expect(more).toEqual([]);
  expect(offered?.draft.fields.name).toBe('Old');
  expect(offered?.key).toMatch(new RegExp(`^${draftKey('u', id, '')}.`));
  expect(Object.keys(kept)).toEqual([offered?.key]);
});

test('drafts of two tabs are offered, the last one first, but not one that a tab has open', async () => {
  const at = (time: number, name: string) =>
    JSON.stringify({ ...JSON.parse(stored(named(name))), at: time });
  const [first, last, open] = ['first', 'last', 'open'].map((tab) => draftKey('u', 'p', tab)) as [
    string,
    string,
    string,
  ];
  kept[first] = at(1, 'First');
  kept[open] = at(3, 'Open');
  kept[last] = at(2, 'Last');
  kept[draftKey('u', 'other', 'first')] = at(4, 'Other');
  vi.stubGlobal('navigator', { locks: { query: async () => ({ held: [{ name: open }] }) } });
  const offered = await readDrafts(draftKey('u', 'p', 'now'));
  expect(offered.map(({ draft }) => draft.fields.name)).toEqual(['Last', 'First']);
});
