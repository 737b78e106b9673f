import { expect, test } from 'vitest';
import { FastChangingSet } from './fast-changing-set.ts';

const make = (name: string) => ({ name, place: -1 });

test('holds what was added and not deleted, whatever the order', () => {
  const set = new FastChangingSet<ReturnType<typeof make>>();
  const model = new Set<string>();
  const all = Array.from({ length: 50 }, (_, index) => make(String(index)));
  for (let step = 0; step < 2_000; step += 1) {
    const one = all[(step * 31 + (step >> 3)) % all.length] ?? make('none');
    if (step % 3 === 0) {
      set.delete(one);
      model.delete(one.name);
    } else {
      set.add(one);
      model.add(one.name);
    }
    expect(set.size).toBe(model.size);
    expect([...set].map(({ name }) => name).sort()).toEqual([...model].sort());
  }
});

test('members can be deleted while they are looked at', () => {
  const set = new FastChangingSet<ReturnType<typeof make>>();
  for (const name of ['a', 'b', 'c', 'd']) set.add(make(name));
  const seen: string[] = [];
  for (const one of set) {
    seen.push(one.name);
    if (one.name !== 'c') set.delete(one);
  }
  expect(seen).toEqual(['a', 'b', 'c', 'd']);
  expect([...set].map(({ name }) => name)).toEqual(['c']);
});
