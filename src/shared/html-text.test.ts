import fc from 'fast-check';
import { expect, test } from 'vitest';
import { htmlToText, textToHtml } from './html-text.ts';

test('tags go, and paragraphs, lines and entities of other shops stay', () => {
  const html = '<p>Warm &amp; <b>soft</b>.</p>\n<ul><li>One</li><li>5&nbsp;mm&#8217;s</li></ul>';
  expect(htmlToText(html)).toBe('Warm & soft.\n\nOne\n5 mm’s');
});

test.each([
  ['&lt;b&gt;', '<b>'],
  ['&amp;lt;', '&lt;'],
  ['&#0;&#xD800;&#9999999;', '&#0;&#xD800;&#9999999;'],
])('%s is read once, as %s', (html, text) => {
  expect(htmlToText(html)).toBe(text);
});

test('a text has its lines as HTML', () => {
  expect(textToHtml('One <two>\nThree')).toBe('One &lt;two&gt;<br>Three');
});

test.each(['<', '<br', '< ', '<b> ', '&', '\u2003'])(
  'a long text of %j takes no longer than any other',
  (piece) => {
    const began = performance.now();
    const text = `a${piece.repeat(99_000 / piece.length)}b`;
    htmlToText(text);
    textToHtml(text);
    htmlToText(`${text}</td>`);
    // If the time grew with the square of the length, it would be ten seconds.
    expect(performance.now() - began).toBeLessThan(1_000);
  },
);

test('any text is read back as it was, with every space and line break', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ' ',
      '\n',
      '\r\n',
      '\t',
      '\u00a0',
      '&',
      '&amp;',
      '&#32;',
      '<br>',
      '"',
      "'",
      '👗',
    ),
    fc.string({ unit: 'grapheme' }),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('').replaceAll('\0', '');
      expect(htmlToText(textToHtml(text))).toBe(text);
    }),
    { numRuns: 1_000 },
  );
});
