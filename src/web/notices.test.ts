import { expect, test } from 'vitest';
import { type Notices, withNotice } from './notices.ts';

const shown = { saved: { tone: 'success', text: 'Saved.' } } satisfies Notices;

test('an address gets the name of a notice, what it is about, and keeps its parameters', () => {
  expect(withNotice('/orders?q=a%26b&notice=old', shown, 'saved', { undo: 'ord_1' })).toBe(
    '/orders?q=a%26b&notice=saved&undo=ord_1',
  );
});

test('a notice that the page does not show does not compile', () => {
  // @ts-expect-error
  expect(withNotice('/orders', shown, 'savd')).toContain('savd');
});
