import type { Sabotage } from './patch.ts';

const PAY = 'src/features/orders/payment/mark-as-paid.ts';
const CANCEL = 'src/features/orders/unpaid/cancel-unpaid-order.ts';
const caughtBy = ['test/api/unpaid-orders.test.ts'];

/** Ways in which staff break the payment of an order that they mark as paid, or cancel unpaid. */
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
    edits: [{ file: PAY, find: '    if (recorded) return;\n', replace: '' }],
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
