import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { RefundQuestion } from './refund-question.tsx';

type Asked = NonNullable<Parameters<typeof RefundQuestion>[0]['question']>;

/** The question before the refund of a received return. */
function markupOf(isForUnits: boolean, fields: Asked['fields'], outsideMinor = 0): string {
  const question: Asked = {
    ...{ intent: 'return-refund', ofReturn: 'received' },
    ...{ amountMinor: 3000, outsideMinor, isForUnits, fields },
  };
  const element = createElement(RefundQuestion, { question, kept: [] });
  const router = createMemoryRouter([{ path: '/', element }]);
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
}

const titleOf = (isForUnits: boolean, fields: Asked['fields']) =>
  /<h2[^>]*>([^<]*)</.exec(markupOf(isForUnits, fields))?.[1];

test('the question before a refund says when staff give the money back themselves', () => {
  expect(markupOf(true, [], 3000)).toContain('you give the money back');
  expect(markupOf(true, [])).toContain('The money goes back to the customer');
  expect(markupOf(true, [])).not.toContain('you give');
  // A card paid $10.00 of it.
  const both = markupOf(true, [], 2000);
  expect(both).toContain('you give $20.00 back yourself');
  expect(both).toContain('$10.00 was paid by card, and goes back to the card.');
});

test('the question before a return is refunded says when that is for no item', () => {
  expect(titleOf(true, [])).toBe('Refund $30.00 and close the return?');
  expect(titleOf(false, [])).toBe(
    'Refund $30.00 for no item and no shipping and close the return?',
  );
  expect(titleOf(false, [['shipping', 'yes']])).toBe(
    'Refund $30.00 for the shipping and no item and close the return?',
  );
});
