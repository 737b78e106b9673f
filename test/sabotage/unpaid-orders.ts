import type { Sabotage } from './patch.ts';

const PAY = 'src/features/orders/payment/mark-as-paid.ts';
const CANCEL = 'src/features/orders/unpaid/cancel-unpaid-order.ts';
const DIFFERENCE = 'src/features/returns/unpaid-difference.ts';
const caughtBy = ['test/api/unpaid-orders.test.ts'];
const caughtByDifferences = ['test/api/differences.test.ts'];

/** Ways in which staff break the payment of an order or a difference that they mark as paid, waive or cancel. */
export const unpaidOrders: Sabotage[] = [
  {
    name: 'marks an order as paid that is paid already',
    edits: [
      { file: PAY, find: '    requireUnpaid(order);\n', replace: '    void requireUnpaid;\n' },
    ],
    caughtBy,
  },
  {
    name: 'does not know a repeat of an order that was marked as paid',
    edits: [
      {
        file: PAY,
        find: '    if (await wasRecordedOutside(',
        replace: '    if (id === "" && await wasRecordedOutside(',
      },
    ],
    caughtBy,
  },
  {
    name: 'marks an order as paid while its card can still be charged',
    edits: [
      {
        file: PAY,
        find: 'if (!(await closeOpenPayment(tx, id, stopped))) throw new PaymentStartedError();',
        replace: 'void [closeOpenPayment, PaymentStartedError, stopped];',
      },
    ],
    caughtBy,
  },
  {
    name: 'ends that a difference is unpaid while its card can still be charged',
    edits: [
      {
        file: DIFFERENCE,
        find: 'if (!(await closeOpenExtraPayment(tx, id, stopped))) throw new PaymentStartedError();',
        replace: 'void [closeOpenExtraPayment, PaymentStartedError, stopped];',
      },
    ],
    caughtBy: caughtByDifferences,
  },
  {
    name: 'does not know a repeat of a difference that was marked as paid',
    edits: [
      {
        file: DIFFERENCE,
        find: '    if (await isDone(tx, one)) return;\n',
        replace: '    void isDone;\n',
      },
    ],
    caughtBy: caughtByDifferences,
  },
  {
    name: 'ends an exchange by itself and does not ask staff to give its money back',
    edits: [
      {
        file: 'src/features/returns/release-exchanges.ts',
        find: 'if (amountMinor === 0 || !extra?.payment?.isOutside) return;',
        replace: 'if (amountMinor === 0 || extra?.payment?.isOutside !== false) return;',
      },
    ],
    caughtBy: caughtByDifferences,
  },
  {
    name: 'refunds a difference that was waived',
    edits: [
      {
        file: 'src/features/orders/view/view-columns.ts',
        find: "'unitPriceMinor', e.unit_price_minor - e.waived_unit_minor,",
        replace: "'unitPriceMinor', e.unit_price_minor,",
      },
    ],
    caughtBy: caughtByDifferences,
  },
  {
    name: 'keeps the reference of a difference after its account went',
    edits: [
      {
        file: 'src/features/orders/orders.store.ts',
        find: '.where(and(which, isNotNull(payments.reference)));',
        replace: '.where(and(which, isNotNull(payments.reference), isNotNull(payments.orderId)));',
      },
    ],
    caughtBy: caughtByDifferences,
  },
  {
    name: 'cancels an order as unpaid that was paid meanwhile',
    edits: [
      {
        file: CANCEL,
        find: "if (order.status === 'paid') {",
        replace: "if (order.status === 'paid' && id === '') {",
      },
    ],
    caughtBy,
  },
];
