import { expect, test } from 'vitest';
import { differenceKey } from '#features/order-tables/difference-key.schema.ts';
import { refundKeyOfReturn } from '#features/orders/returns/exchange-units.schema.ts';
import { noticeWithRefund } from './refund-notice.ts';

type Order = Parameters<typeof noticeWithRefund>[0];

/** An order with a return for which an extra payment gave $5.00 back, beside a refund of $20.00. */
function orderWith(
  refund: object,
  { isOutside = true, isExtraOutside = false, kind = 'refund' } = {},
): Order {
  const refunds = [{ id: 'ref_1', amountMinor: 2000, shippingMinor: 0, status: 'done', ...refund }];
  const extraReturns = [{ kind, amountMinor: 500, paidBy: 'ret_0' }];
  const extra = { payment: { isOutside: isExtraOutside } };
  const returns = [
    { id: 'ret_0', extra, extraReturns: [], lines: [] },
    { id: 'ret_1', key: 'k', extraReturns, lines: [] },
  ];
  return { payment: { isOutside }, refunds, returns } as unknown as Order;
}

const said = (order: Order, params: Record<string, string>) =>
  noticeWithRefund(order, 'Done.', new URLSearchParams(params));

test('the notice after a refund says what staff give back themselves', () => {
  const ofLines = { notice: 'cancelled', refund: 'ref_1' };
  expect(said(orderWith({}), ofLines)).toBe(
    'Done. Amount of the refund: $20.00. Please give it back yourself.',
  );
  expect(said(orderWith({}, { isOutside: false }), ofLines)).toBe(
    'Done. Amount of the refund: $20.00.',
  );
  const key = refundKeyOfReturn({ id: 'ret_1' } as Order['returns'][number], 0);
  expect(said(orderWith({ key }), { notice: 'refunded', return: 'ret_1' })).toBe(
    'The refund is recorded, and the customer gets an email. Amount of the refund: $25.00. Please give $20.00 of it back yourself. $5.00 goes back to the card.',
  );
  const ofExtra = orderWith({ key }, { isOutside: false, isExtraOutside: true });
  expect(said(ofExtra, { notice: 'refunded', return: 'ret_1' })).toContain(
    'Please give $5.00 of it back yourself. $20.00 goes back to the card.',
  );
});

test('the notice after a return arrived names the difference that staff give back', () => {
  const order = orderWith({ key: differenceKey({ id: 'ret_1' }) });
  expect(said(order, { notice: 'return-received', return: 'ret_1' })).toBe(
    'Done. Amount of the refund: $20.00. Please give it back yourself.',
  );
});

test('the notice of a refund of a card and of money outside of the shop says what becomes of the card', () => {
  const key = refundKeyOfReturn({ id: 'ret_1' } as Order['returns'][number], 0);
  const mixed = { isOutside: false, isExtraOutside: true };
  const own = 'Done. Amount of the refund: $25.00. Please give $5.00 of it back yourself.';
  const waiting = orderWith({ key, status: 'requested' }, mixed);
  expect(said(waiting, { notice: 'refund-waits', return: 'ret_1' })).toBe(
    `${own} $20.00 goes back to the card.`,
  );
  const refused = orderWith({ key, status: 'failed' }, mixed);
  expect(said(refused, { notice: 'refund-refused', return: 'ret_1' })).toBe(own);
});

test('the notice after an exchange ended names what staff give back of its difference', () => {
  const orderOf = (exchange: object, isOutside = true) => {
    const payment = { isOutside, refundedMinor: 500, refundOpenMinor: 200 };
    const one = { id: 'ret_1', extra: { payment }, extraReturns: [], lines: [{ exchange }] };
    return { payment: { isOutside: false }, refunds: [], returns: [one] } as unknown as Order;
  };
  const arrived = { notice: 'return-received', return: 'ret_1' };
  const partly = { released: 1, releasedBecause: null };
  expect(said(orderOf(partly), arrived)).toBe(
    'Done. Amount of the refund: $7.00. Please give it back yourself.',
  );
  expect(said(orderOf(partly, false), arrived)).toBe('Done. Amount of the refund: $7.00.');
  // It was cancelled before its items came.
  const gone = { released: 1, releasedBecause: 'cancelled' };
  expect(said(orderOf(gone), arrived)).toBe('Done.');
  const cancelled = { notice: 'exchange-cancelled', return: 'ret_1' };
  expect(said(orderOf(gone), cancelled)).toBe(
    'Done. $7.00 of the difference is refunded by now. Please give it back yourself.',
  );
  expect(said(orderOf(gone, false), cancelled)).toBe('Done.');
});

test('the notice of an outside refund that waits does not blame the card provider', () => {
  const order = orderWith({ status: 'requested' });
  expect(said(order, { notice: 'refund-waits', refund: 'ref_1' })).toContain('not booked yet');
});
