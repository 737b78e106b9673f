import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FieldList } from './field-list.tsx';

test('shows twenty fields, and the others where somebody unfolds them', () => {
  const html = (count: number, more = 0) => {
    const fields = Array.from({ length: count }, (_, nr) => ({
      ...{ label: `S-${nr}: Barcode`, before: 'nothing', after: 'x' },
    }));
    return renderToStaticMarkup(createElement(FieldList, { fields, more }));
  };
  expect(html(20)).not.toContain('<details');
  const [shown = '', folded = ''] = html(35, 4).split('<details');
  expect(shown.match(/<li/g)).toHaveLength(20);
  expect(folded.match(/<li/g)).toHaveLength(15);
  expect(folded).toContain('19 other fields</summary>');
  expect(folded).toContain('and 4 other fields that this page does not list');
});
