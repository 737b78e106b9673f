import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { SendExchange } from './send-exchange.tsx';

type Props = Parameters<typeof SendExchange>[0];

/** The form for an order without an address. */
function markupOf(isPickUp: boolean): string {
  const exchange = { state: 'reserved', quantity: 1, released: 0, fulfillmentId: null };
  const line = { position: 0, quantity: 1, exchange };
  const one = { id: 'ret_1', state: 'received', lines: [line], extra: null, ofReturnId: null };
  const bought = { quantity: 1, unrefundedQuantity: 1, fulfilledQuantity: 1 };
  const order = {
    ...{ id: 'ord_1', version: 1, status: 'paid', payment: { refundableMinor: 1 }, heldAt: null },
    ...{ archivedAt: null, address: null, delivery: { isPickUp }, fulfillmentStatus: 'delivered' },
    ...{ lines: [bought], returns: [one], refunds: [], fulfillments: [], cancellations: [] },
  };
  const props = { order, one, carriers: [] } as unknown as Props;
  const element = createElement(SendExchange, props);
  const router = createMemoryRouter([{ path: '/', element }]);
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
}

test('an exchange that is sent says that the address is missing, and one that is picked up needs none', () => {
  expect(markupOf(false)).toContain('The address is missing');
  expect(markupOf(true)).not.toContain('The address is missing');
});
