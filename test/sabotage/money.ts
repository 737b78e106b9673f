import type { Sabotage } from './patch.ts';

const SETTLE = 'src/features/orders/payment/settle.ts';
const SUBMIT = 'src/features/checkout/submit-order.ts';
const CLOSE = 'src/features/orders/unpaid/close-order.ts';
const EXPIRE = 'src/features/orders/unpaid/expire-orders.ts';
const PAYMENTS = 'src/features/payments/payments.ts';
const PAYMENTS_STORE = 'src/features/payments/payments.store.ts';
const ENSURE_INTENT = 'src/features/payments/ensure-intent.ts';
const CARRY_OUT = 'src/features/payments/carry-out-refund.ts';
const REFUND_ORDER = 'src/features/orders/refunds/refund-order.ts';
const RECONCILE = 'src/features/orders/payment/reconcile.ts';
const STRIPE = 'src/adapters/payments/stripe.ts';

/** Ways to charge twice, to keep what is not ours, and to believe anybody. */
export const money: Sabotage[] = [
  {
    name: 'settles an amount that is not the order’s',
    edits: [
      { file: SETTLE, find: 'intent.amountMinor === order.totalMinor &&', replace: '' },
      {
        file: SUBMIT,
        find: 'if (prepaid && prepaid.intent.amountMinor !== totals.totalMinor) {',
        replace: 'if (prepaid && totals.totalMinor < 0) {',
      },
    ],
    caughtBy: ['test/api/payments.test.ts'],
  },
  {
    name: 'calls an order paid without asking how the payment stands',
    edits: [
      {
        file: SETTLE,
        find: "  if (known.intent.status !== 'succeeded') {\n    throw",
        replace: "  if (known.intent.status === 'canceled') {\n    throw",
      },
    ],
    caughtBy: ['test/api/payments.test.ts', 'test/api/stripe-webhook.test.ts'],
  },
  {
    name: 'gives a payment up whose intent came in that moment',
    edits: [
      {
        file: PAYMENTS_STORE,
        find: '.where(and(eq(payments.id, id), isOpen, isSame))',
        replace: '.where(and(eq(payments.id, id), isOpen, isSame.if(false)))',
      },
    ],
    caughtBy: ['test/races/late-intent.test.ts'],
  },
  {
    name: 'ends an order while another payment of it is begun',
    edits: [
      {
        file: PAYMENTS_STORE,
        find: 'if (open.intentId !== null && open.intentId !== stopped) return false;',
        replace: '',
      },
    ],
    caughtBy: ['test/races/late-intent.test.ts'],
  },
  {
    name: 'takes another customer’s payment',
    edits: [
      {
        file: SETTLE,
        find: 'if (!isOwn || payment',
        replace: 'if ((!isOwn && !userId) || payment',
      },
      { file: SETTLE, find: ' &&\n    payment.userId === order.userId;', replace: ';' },
    ],
    caughtBy: ['test/api/payments.test.ts'],
  },
  {
    name: 'keeps a second payment of a paid order',
    edits: [
      {
        file: SETTLE,
        find: 'if (outcome.refundId) await refundNow(ctx, outcome.refundId);',
        replace: '',
      },
    ],
    caughtBy: ['test/api/payments.test.ts'],
  },
  {
    name: 'keeps the money of an order that can not be placed',
    edits: [
      {
        file: SUBMIT,
        find: 'if (error instanceof AppError) await refundUnbound(ctx, known, error.code);',
        replace: 'void refundUnbound;',
      },
    ],
    caughtBy: ['test/api/payments.test.ts'],
  },
  {
    name: 'deletes an order without stopping its payment',
    edits: [
      {
        file: CLOSE,
        find: '  return withPaymentStopped(ctx, id, customer.id, work);',
        replace: '  return inTransaction(ctx.db, (tx) => work(tx, null));',
      },
    ],
    caughtBy: ['test/api/payments.test.ts'],
  },
  {
    name: 'lets an order expire without stopping its payment',
    edits: [
      {
        file: EXPIRE,
        find: 'import { logFault }',
        replace: "import { inTransaction } from '#db/client.ts';\nimport { logFault }",
      },
      {
        file: EXPIRE,
        find: 'await withPaymentStopped(ctx, id, EXPIRY, async (tx, stopped) => {',
        replace: 'const stopped = null;\n  await inTransaction(ctx.db, async (tx) => {',
      },
    ],
    caughtBy: ['test/api/jobs.test.ts'],
  },
  {
    name: 'takes another payment for an order while its own can still be paid',
    edits: [
      {
        file: SETTLE,
        find: 'const stopped = takesPlace || attempt > 0 ? await stopPayment(ctx, orderId, actor) : null;',
        replace:
          'const stopped = takesPlace ? ((await findOpenPayment(ctx.db, orderId))?.intentId ?? null) : null;',
      },
    ],
    caughtBy: ['test/api/payments.test.ts'],
  },
  {
    name: 'writes no capture into the ledger',
    edits: [
      {
        file: PAYMENTS,
        find: `  await insertLedgerEntry(tx, {
    kind: 'capture',
    paymentId: payment.id,`,
        replace: `  if (payment.id === '') await insertLedgerEntry(tx, {
    kind: 'capture',
    paymentId: payment.id,`,
      },
    ],
    caughtBy: ['test/api/payments.test.ts'],
  },
  {
    name: 'asks for a new intent every time',
    edits: [
      {
        file: ENSURE_INTENT,
        find: 'idempotencyKey: keyOf(idempotencyKey, keyAttempt),',
        replace: 'idempotencyKey: keyOf(newId("pay"), keyAttempt),',
      },
    ],
    caughtBy: ['test/races/intents.test.ts'],
  },
  {
    name: 'asks for a refund under a new key every time',
    edits: [
      {
        file: CARRY_OUT,
        find: 'idempotencyKey: keyOf(refund.id, keyAttempt),',
        replace: 'idempotencyKey: keyOf(newId("rfd"), keyAttempt),',
      },
    ],
    caughtBy: ['test/races/intents.test.ts', 'test/api/refunds.test.ts'],
  },
  {
    name: 'asks for a refund before it is written down',
    edits: [
      {
        file: CARRY_OUT,
        find: "if (!payment?.intentId) return 'waiting';",
        replace:
          "if (!payment?.intentId) return 'waiting';\n  await updateRefund(ctx.db, refundId, { status: 'done', doneAt: ctx.now() });",
      },
    ],
    caughtBy: ['test/api/refunds.test.ts', 'test/api/payments.test.ts'],
  },
  {
    name: 'gives back more than came in, as far as the shop’s own code goes',
    edits: [
      {
        file: REFUND_ORDER,
        find: 'if (amountMinor > remainingMinor) {',
        replace: 'if (remainingMinor < 0) {',
      },
    ],
    caughtBy: ['test/api/refunds.test.ts'],
  },
  {
    name: 'takes a repeated refund for another one',
    edits: [
      {
        file: REFUND_ORDER,
        find: 'if (earlier && earlier.amountMinor === amountMinor) return earlier.id;',
        replace: '',
      },
    ],
    caughtBy: ['test/api/refunds.test.ts'],
  },
  {
    name: 'never gives back what no order came for',
    edits: [
      {
        file: RECONCILE,
        find: "await refundUnbound(ctx, { payment, intent }, 'no_order');",
        replace: 'void refundUnbound;',
      },
    ],
    caughtBy: ['test/api/jobs.test.ts'],
  },
  {
    name: 'never looks at payments whose page went away',
    edits: [
      {
        file: RECONCILE,
        find: 'if (payment.orderId || payment.returnId) {',
        replace: 'if (payment.orderId === "") {',
      },
    ],
    caughtBy: ['test/api/jobs.test.ts'],
  },
  {
    name: 'believes webhooks that nobody signed',
    edits: [
      {
        file: STRIPE,
        find: 'const event = stripe.webhooks.constructEvent(body, signature, options.webhookSecret);',
        replace: 'const event = JSON.parse(body) as Stripe.Event;\n        void signature;',
      },
    ],
    caughtBy: ['test/api/stripe-webhook.test.ts'],
  },
  {
    name: 'believes webhooks of any age',
    edits: [
      {
        file: STRIPE,
        find: 'constructEvent(body, signature, options.webhookSecret);',
        replace: 'constructEvent(body, signature, options.webhookSecret, 1e12);',
      },
    ],
    caughtBy: ['test/adapters/stripe.test.ts', 'test/api/stripe-webhook.test.ts'],
  },
  {
    name: 'counts payments without an order before the one that is being written',
    edits: [
      {
        file: ENSURE_INTENT,
        find: 'await lockInTransaction(tx, ',
        replace: 'void (',
      },
    ],
    caughtBy: ['test/races/intents.test.ts'],
  },
  {
    name: 'refuses a repeated submission, because its own order took the last units',
    edits: [
      {
        file: 'src/features/checkout/refuse-sold-out.ts',
        find: 'if (earlier) return;',
        replace: '',
      },
    ],
    caughtBy: ['test/races/stock.test.ts'],
  },
  {
    name: 'lets those who come too late wait for the lock of what is sold out',
    edits: [
      {
        file: 'src/features/checkout/place-order.ts',
        find: 'if (!submission.prepaidId) await refuseSoldOut',
        replace: 'if (submission.prepaidId) await refuseSoldOut',
      },
    ],
    caughtBy: ['test/races/stock.test.ts'],
  },
  {
    name: 'lets carts that come too late wait for the lock of what is sold out',
    edits: [
      {
        file: 'src/features/checkout/place-order.ts',
        find: 'await refuseSoldOutCart(ctx, actor, shown);',
        replace: '',
      },
    ],
    caughtBy: ['test/races/sold-out-carts.test.ts'],
  },
  {
    name: 'says what is sold out of a cart before what else has changed',
    edits: [
      {
        file: 'src/features/checkout/refuse-sold-out.ts',
        find: ' || !(await isAsShown(ctx, actor, cart, shown))',
        replace: '',
      },
    ],
    caughtBy: ['test/races/sold-out-carts.test.ts'],
  },
  {
    name: 'takes one payment for two orders that are sent at once',
    edits: [
      {
        file: 'src/features/checkout/place-order.ts',
        find: 'if (!(await isSameOrder(ctx, order, submission))) throw paidAnother(order.id);',
        replace: '',
      },
    ],
    caughtBy: ['test/races/orders.test.ts'],
  },
  {
    name: 'responds to a webhook before it is stored',
    edits: [
      {
        file: 'src/server/http/stripe-webhook.ts',
        find: 'await storeProviderEvent(ctx, event).catch((cause: unknown) => {',
        replace: 'void storeProviderEvent(ctx, event).catch((cause: unknown) => {',
      },
    ],
    caughtBy: ['test/races/intents.test.ts', 'test/api/stripe-webhook.test.ts'],
  },
  {
    name: 'opens a payment for an order that was just paid',
    edits: [{ file: PAYMENTS_STORE, find: ".for('share');", replace: ';' }],
    caughtBy: ['test/races/intents.test.ts'],
  },
  {
    name: 'sums up sales whose ledger entries may still get earlier neighbours',
    edits: [
      {
        file: 'src/features/sales-reports/sum-up-sales.ts',
        find: 'const SETTLED_MS = 120_000;',
        replace: 'const SETTLED_MS = 0;',
      },
    ],
    caughtBy: ['test/api/sales-reports.test.ts'],
  },
  {
    name: 'leaves the sales of the last minutes out of the report',
    edits: [
      {
        file: 'src/features/sales-reports/sales-reports.store.ts',
        find: 'const rest = sql`l.id >',
        replace: 'const rest = sql`false and l.id >',
      },
    ],
    caughtBy: ['test/api/sales-reports.test.ts'],
  },
  {
    name: 'shows what anybody did to a record when the audit log is asked for one person',
    edits: [
      {
        file: 'src/features/audit-log/audit-log.store.ts',
        find: 'actor ? eq(auditLog.actor, actor) : undefined,',
        replace: '',
      },
    ],
    caughtBy: ['test/api/audit-log.test.ts'],
  },
];
