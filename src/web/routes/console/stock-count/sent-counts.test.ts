import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetSent, isUnread, type Sent, send, sentCounts } from './sent-counts.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

afterEach(() => vi.unstubAllGlobals());

const sentUnder = (key: string): Sent => ({
  ...{ key, sender: 'usr_1', job: null },
  variants: [{ _id: 'var_1', counted: 2, expected: 5 }],
});

test('what another tab sent meanwhile is neither forgotten nor replaced', async () => {
  kept.set('stock-count-sent', JSON.stringify(sentUnder('other')));
  forgetSent(sentUnder('own'));
  expect((await send(sentUnder('own'))).problem).toContain('from another tab');
  expect(sentCounts()).toEqual(sentUnder('other'));
  forgetSent(sentUnder('other'));
  expect(sentCounts()).toBeNull();
});

test('what became of counts is read once by all tabs, also where the browser stores nothing', async () => {
  await send(sentUnder('first'));
  expect(isUnread(sentUnder('first'))).toBe(true);
  forgetSent(sentUnder('first'));
  expect(isUnread(sentUnder('first'))).toBe(false);
  vi.stubGlobal('localStorage', undefined);
  await send(sentUnder('second'));
  expect(isUnread(sentUnder('second'))).toBe(true);
});

test('counts without a response stay known, and are not sent again', async () => {
  // There is no shop at all here.
  expect((await send(sentUnder('own'))).problem).toContain('It is not known yet');
  expect(sentCounts()).toEqual(sentUnder('own'));
});
