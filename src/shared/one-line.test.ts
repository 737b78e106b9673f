import { expect, test } from 'vitest';
import { oneLine } from './one-line.ts';

test.each([
  ['Ann\r\nBcc: all@example.com', 'Ann Bcc: all@example.com'],
  ['Dhaka\u2028\u2029North', 'Dhaka North'],
  ['\u0000\u0007 Ann \u009f', 'Ann'],
  ['moc.\u202elive\u202c \u2066x\u2069\u200f', 'moc.live x'],
])('%j becomes one line', (text, line) => {
  expect(oneLine(text)).toBe(line);
});

test('a long text is cut between characters as people count them', () => {
  expect(oneLine('👩‍👩‍👧'.repeat(5), 2)).toBe('👩‍👩‍👧'.repeat(2));
});
