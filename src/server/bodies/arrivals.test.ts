import { expect, test } from 'vitest';
import { createArrivals } from './arrivals.ts';

const enterAs = (arrivals: ReturnType<typeof createArrivals>, given: string[]) => {
  const enter = (network: string, name: string) => arrivals.enter(network, () => given.push(name));
  return enter;
};

test('one body too many takes the place of the oldest of the network that has most', () => {
  const given: string[] = [];
  const enter = enterAs(createArrivals(4), given);
  enter('honest', 'honest 1');
  for (const nr of [1, 2, 3]) enter('slow', `slow ${nr}`);
  expect(given).toEqual([]);
  enter('other', 'other 1');
  enter('other', 'other 2');
  expect(given).toEqual(['slow 1', 'slow 2']);
  enter('third', 'third 1');
  expect(given).toEqual(['slow 1', 'slow 2', 'other 1']);
});

test('where every network has one, the oldest is given up', () => {
  const given: string[] = [];
  const enter = enterAs(createArrivals(2), given);
  for (const name of ['a', 'b', 'c']) enter(name, name);
  expect(given).toEqual(['a']);
});

test('who has arrived is not given up, and frees a place once', () => {
  const given: string[] = [];
  const enter = enterAs(createArrivals(2), given);
  const first = enter('a', 'a');
  enter('b', 'b');
  first.leave();
  first.leave();
  enter('c', 'c');
  expect(given).toEqual([]);
  enter('d', 'd');
  expect(given).toEqual(['b']);
});
