import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { FORGOTTEN } from '#features/orders/deletion/forgotten.schema.ts';
import { afterReceipt, waitsForDifference } from './after-receipt.ts';
import { SendExchange } from './send-exchange.tsx';

type Props = Parameters<typeof SendExchange>[0];

/** The form for an order without an address. */
function propsOf(isPickUp: boolean, { isForgotten = false, isDearer = false } = {}): Props {
  const exchange = { state: 'reserved', quantity: 1, released: 0, fulfillmentId: null };
  const line = { position: 0, quantity: 1, exchange };
  const one = { id: 'ret_1', state: 'received', lines: [line], ofReturnId: null };
  const unpaid = { state: 'open', isPayable: true, dueMinor: 500, waivedMinor: 0, payment: null };
  const extra = isDearer ? unpaid : null;
  const email = isForgotten ? FORGOTTEN.email : 'ann@example.com';
  const gone = { refundedQuantity: 0, cancelledQuantity: 0, restockedQuantity: 0 };
  const bought = { quantity: 1, unrefundedQuantity: 1, fulfilledQuantity: 1, ...gone };
  const order = {
    ...{ id: 'ord_1', version: 1, status: 'paid', payment: { refundableMinor: 1 }, heldAt: null },
    ...{ archivedAt: null, address: null, delivery: { isPickUp }, fulfillmentStatus: 'delivered' },
    ...{ email, lines: [bought], returns: [one], refunds: [], fulfillments: [], cancellations: [] },
  };
  return { order, one: { ...one, extra }, carriers: [], requestKey: 'k' } as unknown as Props;
}

function markupOf(...what: Parameters<typeof propsOf>): string {
  const element = createElement(SendExchange, propsOf(...what));
  const router = createMemoryRouter([{ path: '/', element }]);
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
}

test('an exchange that is sent says that the address is missing, and one that is picked up needs none', () => {
  expect(markupOf(false)).toContain('The address is missing');
  expect(markupOf(true)).not.toContain('The address is missing');
  expect(markupOf(false, { isForgotten: true })).toContain('refund the order');
});

test('a dearer exchange that is not paid is not offered, also not by the notice after the return arrived', () => {
  expect(markupOf(true)).toContain('Send the exchange');
  const dearer = markupOf(true, { isDearer: true });
  expect(dearer).not.toContain('Send the exchange');
  expect(dearer).toContain(waitsForDifference({ extra: null }));
  expect(dearer).toContain('Mark the difference as paid');
  expect(dearer).toContain('Waive the difference');
  expect(markupOf(true)).not.toContain('Waive the difference');
  const { order, one } = propsOf(true, { isDearer: true });
  expect(afterReceipt(order, one)).toBe(waitsForDifference(one));
  // What was refunded in part can't be paid again.
  const payment = { amountMinor: 500, refundedMinor: 100, refundOpenMinor: 0 };
  const refunded = { ...one, extra: { ...one.extra, payment } } as typeof one;
  expect(afterReceipt(order, refunded)).toContain('a part of it was refunded since');
  expect(afterReceipt(order, { ...one, extra: null })).toBe('You can send its exchange now.');
  expect(afterReceipt(order, { ...one, lines: [] })).toBe('You can refund or close it now.');
});
