import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compress, gzip } from './compressed-template.ts';
import { escapes } from './escapes.ts';
import { newPlaceholders, type Values } from './placeholders.ts';
import { insertValues, slotValues, splitAtPlaceholders } from './template.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '</script>',
    '\u2028',
    '\\',
    '"',
    "'",
    '$&',
    '\0',
    '\r\n',
    '\ud800',
    '<0',
    '&lt;1',
  ),
);
const values: fc.Arbitrary<Values> = fc.record({
  nonce: fc.base64String(),
  name: text,
  email: text,
  image: text,
  count: fc.nat().map(String),
});
const parts = fc.array(
  fc.oneof(
    text,
    fc.record({
      value: fc.constantFrom('nonce' as const, 'name' as const, 'email' as const, 'image' as const),
      way: fc.constantFrom('html' as const, 'data' as const, 'script' as const),
    }),
    fc.constant({ value: 'count' as const, way: 'html' as const }),
  ),
  { maxLength: 20 },
);

test('a page that is cut and filled is the page that would have been written', () => {
  fc.assert(
    fc.property(parts, values, (pieces, mine) => {
      const placeholders = newPlaceholders();
      const write = (of: Values) =>
        pieces
          .map((piece) => (typeof piece === 'string' ? piece : escapes[piece.way](of[piece.value])))
          // Half of a surrogate pair can't be sent, so it becomes a character of its own.
          .map((piece) => piece.toWellFormed())
          .join('');
      const template = splitAtPlaceholders(write(placeholders), placeholders);
      if (!template) throw new Error('Every placeholder was written in a known way.');
      const inserted = slotValues(template, mine);
      const page = write(mine);
      expect(insertValues(template, inserted).toString()).toBe(page);
      expect(gunzipSync(gzip(compress(template), inserted)).toString()).toBe(page);
    }),
    { numRuns: 500 },
  );
});

test('a page in which a placeholder was changed is not cached', () => {
  const placeholders = newPlaceholders();
  expect(
    splitAtPlaceholders(`<p>${encodeURIComponent(placeholders.name)}</p>`, placeholders),
  ).toBeNull();
  expect(splitAtPlaceholders(`<p>${placeholders.name.slice(0, -2)}</p>`, placeholders)).toBeNull();
  expect(splitAtPlaceholders('<p>nothing personal</p>', placeholders)?.slots).toEqual([]);
});

test('no two renderings have the same placeholders', () => {
  const [a, b] = [newPlaceholders(), newPlaceholders()];
  expect(a.mark).not.toBe(b.mark);
  expect(a.count).not.toBe(b.count);
  expect(String(Number(a.count))).toBe(a.count);
});

test('large pages with large values are whole', () => {
  const placeholders = newPlaceholders();
  const rows = 'A row of a table, again and again. '.repeat(20_000);
  const template = splitAtPlaceholders(
    `${rows}${escapes.html(placeholders.name)}${rows}`,
    placeholders,
  );
  if (!template) throw new Error('The placeholder was written in a known way.');
  const mine = { nonce: '', name: 'n'.repeat(65_535), email: '', image: '', count: '0' };
  const page = `${rows}${mine.name}${rows}`;
  expect(gunzipSync(gzip(compress(template), slotValues(template, mine))).toString()).toBe(page);
});
