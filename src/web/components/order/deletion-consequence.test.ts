import { expect, test } from 'vitest';
import type { FulfillmentStatus } from '#features/order-tables/fulfillment-status.schema.ts';
import { deletionConsequence, type ListWithDeletion } from './deletion-consequence.ts';

/** What the question says of an order of $10, as far as it was refunded and as a refund is open. */
function said(refundedMinor: number, refundOpenMinor = 0, isCancelled = false) {
  const order = {
    ...{ name: 'Sam', status: 'paid' as const },
    fulfillmentStatus: isCancelled ? ('cancelled' as const) : ('unfulfilled' as const),
    delivery: null,
    payment: {
      ...{ transaction: 'pi_1', created: 1, last4: null, isOutside: false, reference: null },
      ...{ amountMinor: 1000 },
      ...{ refundedMinor, refundOpenMinor, refundFailedMinor: 0 },
      refundableMinor: 1000 - refundedMinor - refundOpenMinor,
    },
  };
  return (['My Orders', 'All Orders'] as const).map((list) => {
    const [state, , money = ''] = deletionConsequence(order, list).split(/(?<=\.) /);
    return `${state} ${money}`.trim();
  });
}

test('the question before a deletion says what became of the order and its money', () => {
  const both = (text: string) => [text, text];
  expect(said(0)).toEqual(both('This order is paid. Nothing is refunded.'));
  expect(said(400)).toEqual(both('This order is partly refunded. Nothing more is refunded.'));
  expect(said(1000)).toEqual(both('This order is refunded.'));
  expect(said(1000, 0, true)).toEqual(both('This order is cancelled and refunded.'));
  expect(said(0, 1000, true)).toEqual(both('This order is cancelled.'));
  expect(said(0, 0, true)).toEqual(both('This order is cancelled. Nothing is refunded.'));
});

test('of a paid order that is not delivered, it tells staff that the customer still waits, and the customer that it still comes', () => {
  const payment = {
    ...{ transaction: 'pi_1', created: 1, last4: null, isOutside: false, reference: null },
    ...{ amountMinor: 1000, refundableMinor: 1000 },
    ...{ refundedMinor: 0, refundOpenMinor: 0, refundFailedMinor: 0 },
  };
  const delivery = { method: 'Standard', isPickUp: false, arrives: null };
  const days = { arrivesFrom: null, arrivesTo: null };
  const told = (
    fulfillmentStatus: FulfillmentStatus,
    refundableMinor = 1000,
    list: ListWithDeletion = 'All Orders',
  ) =>
    deletionConsequence(
      {
        ...{ name: 'Sam', status: 'paid', fulfillmentStatus },
        ...{ delivery: { ...delivery, ...days }, payment: { ...payment, refundableMinor } },
      },
      list,
    );
  const waits = 'its customer still waits for it, and its items go back on sale only when';
  expect(told('unfulfilled')).toContain(`Nothing of it was sent, ${waits} you cancel them.`);
  expect(told('partly_fulfilled')).toContain(`Not all of it was sent, ${waits} you cancel them.`);
  expect(told('unfulfilled', 0)).toContain(
    'Nothing of it was sent, and its items go back on sale only when you cancel them.',
  );
  expect(told('delivered')).not.toContain('sent');
  const comes = 'It is not cancelled: you still get its items.';
  for (const status of ['unfulfilled', 'partly_fulfilled', 'fulfilled', 'on_hold'] as const) {
    expect(told(status, 1000, 'My Orders')).toContain(comes);
    expect(told(status, 0, 'My Orders')).not.toContain(comes);
  }
  for (const status of ['delivered', 'cancelled'] as const) {
    expect(told(status, 1000, 'My Orders')).not.toContain(comes);
  }
});
