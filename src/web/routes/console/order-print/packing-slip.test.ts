import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { PackingSlip } from './packing-slip.tsx';

test('a packing slip says that the address is missing, unless the order is picked up', () => {
  const markupOf = (isPickUp: boolean) => {
    const order = {
      ...{ id: 'ord_1', number: '7K3M-2Q9D', name: 'Sam', city: 'Dhaka', zip: null, country: 'BD' },
      ...{ createdAt: '2026-11-28T10:00:00.000Z', address: null, delivery: { isPickUp } },
      ...{ lines: [], returns: [], heldAt: null },
    } as unknown as OrderView;
    return renderToStaticMarkup(createElement(PackingSlip, { order }));
  };
  expect(markupOf(false)).toContain('Address missing');
  expect(markupOf(true)).not.toContain('Address missing');
});
