import type { Sabotage } from './patch.ts';

const RESERVE = 'src/features/returns/reserve-exchanges.ts';
const RELEASE = 'src/features/returns/release-exchanges.ts';
const REFUND = 'src/features/returns/refund-return.ts';
const REFUSAL = 'src/features/returns/exchange-refusal.schema.ts';
const SETTLE = 'src/features/returns/settle-exchanges.ts';
const AGAIN_MIGRATION = 'src/db/migrations/0044_returns_of_exchanged_items.sql';
const EXTRA_MIGRATION = 'src/db/migrations/0042_extra_payments.sql';
const SETTLE_EXTRA = 'src/features/orders/payment/settle-extra-payment.ts';
const UNITS = 'src/features/orders/returns/exchange-units.schema.ts';
const caughtByExtra = ['test/api/extra-payments.test.ts'];
const caughtBy = ['test/api/exchanges.test.ts', 'test/api/exchange-ends.test.ts'];

/** Ways to promise in exchange what is not there, to lose what was reserved, or to pay twice. */
export const exchanges: Sabotage[] = [
  {
    name: 'promises what goes out in exchange and does not take it from the stock',
    edits: [
      {
        file: RESERVE,
        find: '  await takeForExchange(tx, { id: order.id, actor, at }, units);\n',
        replace: '  void [takeForExchange, actor, at, units];\n',
      },
    ],
    caughtBy,
  },
  {
    name: 'sends a dearer exchange before it is paid',
    edits: [
      {
        file: REFUSAL,
        find: 'isExtraPaid(one) ? null : unpaidRefusal(one)',
        replace: 'void unpaidRefusal ?? null',
      },
      {
        file: EXTRA_MIGRATION,
        find: 'extra_kept_of(NEW.return_id) < extra_due_of(NEW.return_id)',
        replace: 'extra_kept_of(NEW.return_id) < 0',
      },
    ],
    caughtBy: caughtByExtra,
  },
  {
    name: 'keeps what was paid for an exchange that was cancelled',
    edits: [
      {
        file: 'src/features/returns/change-return.ts',
        find: '      await returnExtra(tx, found.orderId, id, { ...by, reason });\n',
        replace: '      void [by, reason, returnExtra];\n',
      },
      {
        file: EXTRA_MIGRATION,
        find: 'extra_kept_of(the_return) > extra_due_of(the_return)',
        replace: 'extra_kept_of(the_return) < 0',
      },
    ],
    caughtBy: caughtByExtra,
  },
  {
    name: 'keeps what was paid after an exchange ended',
    edits: [
      {
        file: SETTLE_EXTRA,
        find: '  if (!extra?.isPayable) {',
        replace: "  if (!extra) {\n    return null;\n  }\n  if (extra.state === 'refunded') {",
      },
      {
        file: SETTLE_EXTRA,
        find: 'intent.amountMinor === extra.dueMinor',
        replace: 'intent.amountMinor > 0',
      },
      {
        file: EXTRA_MIGRATION,
        find: 'extra_kept_of(the_return) > extra_due_of(the_return)',
        replace: 'extra_kept_of(the_return) < 0',
      },
    ],
    caughtBy: caughtByExtra,
  },
  {
    name: 'leaves the payment of an exchange that ended open',
    edits: [
      {
        file: 'src/features/orders/payment/reconcile.ts',
        find: '?.extra?.isPayable !== true;',
        replace: '?.extra?.isPayable === null;',
      },
    ],
    caughtBy: caughtByExtra,
  },
  {
    name: 'pays an order with the extra payment of a return',
    edits: [
      {
        file: 'src/features/orders/payment/settle.ts',
        find: '  if (!isOwn || payment.returnId !== null) {',
        replace: '  if (!isOwn) {',
      },
    ],
    caughtBy: caughtByExtra,
  },
  {
    name: 'takes the difference of an exchange without its tax',
    edits: [
      {
        file: 'src/features/orders/returns/exchange-price.schema.ts',
        find: 'Math.sign(without) * taxOf(Math.abs(without), addedTaxPpm, false)',
        replace: 'Math.max(0, Math.sign(without)) * taxOf(Math.abs(without), addedTaxPpm, false)',
      },
    ],
    caughtBy: caughtByExtra,
  },
  {
    name: 'keeps an exchange reserved that is not paid in time',
    edits: [
      {
        file: RELEASE,
        find: "return isExtraPaid(one) ? null : 'unpaid';",
        replace: 'return isExtraPaid(one) ? null : null;',
      },
    ],
    caughtBy: caughtByExtra,
  },
  {
    name: 'lets others pay and see the extra payment of a return',
    edits: [
      {
        file: 'src/features/checkout/extra-payment.ts',
        find: '  await getOwnOrder(ctx, actor, orderId);\n',
        replace: '  void getOwnOrder;\n',
      },
    ],
    caughtBy: caughtByExtra,
  },
  {
    name: 'exchanges at another price than the page showed',
    edits: [
      {
        file: RESERVE,
        find: 'exchangePrice !== undefined && exchangePrice !== unitPriceMinor',
        replace: 'exchangePrice !== undefined && exchangePrice < 0',
      },
    ],
    caughtBy,
  },
  {
    name: 'exchanges for a variant of another product',
    edits: [
      {
        file: RESERVE,
        find: 'variant.productId !== line.productId || ',
        replace: '',
      },
      { file: AGAIN_MIGRATION, find: 'v.product_id = b.product_id AND ', replace: '' },
    ],
    caughtBy,
  },
  {
    name: 'exchanges for a variant that is not on sale',
    edits: [{ file: RESERVE, find: ' || !variant.onSale', replace: '' }],
    caughtBy,
  },
  {
    name: 'keeps the exchange of a return that was declined reserved',
    edits: [
      {
        file: 'src/features/returns/decide-return.ts',
        find: "    await releaseExchanges(tx, { order, one, because: 'declined', actor: admin.id, at });\n",
        replace: '',
      },
    ],
    caughtBy,
  },
  {
    name: 'keeps an exchange reserved for items that did not come',
    edits: [
      {
        file: SETTLE,
        find: '(position) => receivedOf.get(position) ?? 0);',
        replace: '() => 99);',
      },
    ],
    caughtBy,
  },
  {
    name: 'does not refund the difference of an exchange for a cheaper variant',
    edits: [
      {
        file: SETTLE,
        find: 'if (refundedMinor <= 0) continue;',
        replace: 'if (refundedMinor <= 100_000) continue;',
      },
    ],
    caughtBy,
  },
  {
    name: 'refunds the difference of a cancelled exchange once more',
    edits: [
      {
        file: 'src/features/returns/refundable-lines.schema.ts',
        find: 'isCounted ? exchange.refundedMinor : 0',
        replace: '0',
      },
    ],
    caughtBy,
  },
  {
    name: 'refunds a return whose exchange waits to be sent',
    edits: [
      {
        file: REFUND,
        find: "requireState(one, ['received']);\n  requireNoneReserved(one);\n",
        replace: "requireState(one, ['received']);\n",
      },
    ],
    caughtBy,
  },
  {
    name: 'sends an exchange of an order that is on hold',
    edits: [
      {
        file: REFUSAL,
        find: 'shippingRefusal(order) ?? (isExtraPaid',
        replace: '(order.heldAt ? null : shippingRefusal(order)) ?? (isExtraPaid',
      },
    ],
    caughtBy,
  },
  {
    name: 'releases exchanges before their time is over',
    edits: [
      {
        file: 'src/features/returns/reserved-exchanges.schema.ts',
        find: 'now.getTime() - exchangeDays * DAY_MS',
        replace: 'now.getTime() - DAY_MS',
      },
    ],
    caughtBy,
  },
  {
    name: 'takes a unit back twice whose exchange was sent early',
    edits: [
      {
        file: UNITS,
        find: 'return Math.max(came, sentUnits(exchange));',
        replace: 'return Math.max(came, 0 * sentUnits(exchange));',
      },
      {
        file: AGAIN_MIGRATION,
        find: 'CASE WHEN e.fulfillment_id IS NOT NULL THEN e.quantity - e.released ELSE 0 END',
        replace: 'CASE WHEN e.fulfillment_id IS NOT NULL THEN 0 ELSE 0 END',
      },
    ],
    caughtBy,
  },
  {
    name: 'exchanges units that were refunded',
    edits: [
      {
        file: 'src/features/orders/returns/exchange-units.schema.ts',
        find: 'const gone = Math.max(refunded, line.cancelledQuantity);',
        replace: 'const gone = line.cancelledQuantity;',
      },
    ],
    caughtBy,
  },
  {
    name: 'sends an exchange of units that were refunded meanwhile',
    edits: [
      {
        file: REFUSAL,
        find: 'return mayStillExchange(order, one) ? refusal : REFUNDED;',
        replace:
          'return mayStillExchange(order, one) || one.lines.length > 0 ? refusal : REFUNDED;',
      },
    ],
    caughtBy,
  },
  {
    name: 'deducts a difference whose refund was withdrawn',
    edits: [
      {
        file: 'src/features/orders/returns/exchange-units.schema.ts',
        find: "return refund !== undefined && refund.status !== 'withdrawn';",
        replace: 'return refund !== undefined;',
      },
    ],
    caughtBy,
  },
  {
    name: 'compares prices with tax and prices without',
    edits: [
      {
        file: 'src/features/returns/reserve-exchanges.ts',
        find: '.pricesIncludeTax === taxesIncluded;',
        replace: '.pricesIncludeTax !== null || taxesIncluded;',
      },
    ],
    caughtBy,
  },
  {
    name: 'takes an extra payment for what was refunded',
    edits: [
      {
        file: 'src/features/orders/payment/extra-payment.schema.ts',
        find: 'isApprovedReturn(state) && mayStillExchange(order, one)',
        replace: 'isApprovedReturn(state) && (mayStillExchange(order, one) || true)',
      },
    ],
    caughtBy: ['test/api/extra-payments.test.ts'],
  },
  {
    name: 'keeps an extra payment for an exchange of a refunded order',
    edits: [
      {
        file: 'src/features/returns/release-exchanges.ts',
        find: "if (!mayStillExchange(order, one)) return 'refunded';",
        replace: "if (!mayStillExchange(order, one)) return isLate ? 'refunded' : null;",
      },
    ],
    caughtBy: ['test/api/extra-payments.test.ts'],
  },
];
