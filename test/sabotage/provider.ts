import type { Sabotage } from './patch.ts';

const ENSURE_INTENT = 'src/features/payments/ensure-intent.ts';
const MADE_BY_HAND = 'src/features/payments/match-manual-refunds.ts';
const OUT_OF_SIGHT = 'src/features/payments/unknown-payments.ts';
const CARRY_OUT = 'src/features/payments/carry-out-refund.ts';
const REFUNDS = 'src/features/payments/refunds.ts';
const RECONCILE_REFUNDS = 'src/features/payments/reconcile-refunds.ts';
const REFUNDS_STORE = 'src/features/payments/refunds.store.ts';
const SETTLE = 'src/features/orders/payment/settle.ts';
const STRIPE = 'src/adapters/payments/stripe.ts';
const CLIENT = 'src/adapters/payments/stripe-client.ts';
const ERRORS = 'src/adapters/payments/stripe-errors.ts';
const UNKNOWN_TEST = 'test/api/unknown-intents.test.ts';
const FAULTS_TEST = 'test/api/provider-faults.test.ts';
const REFUSED_TEST = 'test/api/refused-refunds.test.ts';
const WEBHOOK_TEST = 'test/api/stripe-webhook.test.ts';
const STRIPE_TEST = 'test/adapters/stripe.test.ts';

/** Ways to be brought down, or into a second charge, by what a card provider says or keeps silent on. */
export const provider: Sabotage[] = [
  {
    name: 'keeps an order for an intent that the provider does not know',
    edits: [
      {
        file: OUT_OF_SIGHT,
        find: "if (intent?.status === 'succeeded' || intent?.status === 'canceled') return intent;",
        replace:
          "if (!intent) throw new Error('No such intent.');\n  if (intent.status !== 'processing') return intent;",
      },
    ],
    caughtBy: [UNKNOWN_TEST],
  },
  {
    name: 'forgets a payment that it lost sight of',
    edits: [
      {
        file: OUT_OF_SIGHT,
        find: "await closeUnpaid(ctx.db, payment, 'unknown')",
        replace: "await closeUnpaid(ctx.db, payment, 'cancelled')",
      },
    ],
    caughtBy: [UNKNOWN_TEST],
  },
  {
    name: 'lets a fresh payment stand when the one before it turns up paid',
    edits: [
      {
        file: SETTLE,
        find: 'if (!payment.orderId || isUnknownAtProvider(payment)) {',
        replace: 'if (!payment.orderId) {',
      },
    ],
    caughtBy: [UNKNOWN_TEST],
  },
  {
    name: 'gives an order up because the provider refuses the keys',
    edits: [
      {
        file: STRIPE,
        find: '  if (!(error instanceof PaymentRefusal)) throw error;\n',
        replace: '  if (error instanceof Error) return null;\n',
      },
    ],
    caughtBy: [UNKNOWN_TEST],
  },
  {
    name: 'asks under the key of a stored failure for ever',
    edits: [
      {
        file: ENSURE_INTENT,
        find: 'if (error instanceof ProviderFailure) await spendPaymentKey(ctx.db, payment);',
        replace: 'void ProviderFailure, spendPaymentKey;',
      },
    ],
    caughtBy: [FAULTS_TEST],
  },
  {
    name: 'makes another intent without looking for the one that a failure left behind',
    edits: [
      {
        file: ENSURE_INTENT,
        find: 'if (payment.keyAttempt === 0) return null;',
        replace: 'if (payment.keyAttempt >= 0) return null;',
      },
    ],
    caughtBy: [FAULTS_TEST],
  },
  {
    name: 'believes a repeated acceptance of a refund that has failed since',
    edits: [
      {
        file: CARRY_OUT,
        find: 'const failure = failures.get(id);',
        replace: "const failure = failures.get('');",
      },
    ],
    caughtBy: ['test/api/stripe-webhook.test.ts'],
  },
  {
    name: 'gives money back again after a failure without listing what went back',
    edits: [
      {
        file: CARRY_OUT,
        find: 'if (refund.keyAttempt === 0 && isFirstAttempt) return',
        replace: 'if (refund.keyAttempt >= 0) return',
      },
    ],
    caughtBy: [FAULTS_TEST],
  },
  {
    name: 'asks for a refund again while the last request may be under way',
    edits: [
      {
        file: REFUNDS_STORE,
        find: 'or(isNull(refunds.nextAttemptAt), lte(refunds.nextAttemptAt, now)),',
        replace: 'or(isNull(refunds.nextAttemptAt), lte(refunds.createdAt, now)),',
      },
    ],
    caughtBy: [FAULTS_TEST],
  },
  {
    name: 'asks for a refused refund for ever',
    edits: [
      {
        file: CARRY_OUT,
        find: 'if (!(error instanceof PaymentRefusal)) throw error;',
        replace: 'throw error;',
      },
    ],
    caughtBy: [REFUSED_TEST],
  },
  {
    name: 'tells people of a refund before the provider accepted it',
    edits: [
      {
        file: REFUNDS,
        find: "await insertRefund(tx, { id, paymentId, currency, ...what, status: 'requested', createdAt });",
        replace:
          "await insertRefund(tx, { id, paymentId, currency, ...what, status: 'requested', createdAt });\n  await enqueue(tx, { kind: 'payment.refunded', payload: { refundId: id } }, createdAt);",
      },
    ],
    caughtBy: [REFUSED_TEST],
  },
  {
    name: 'leaves a refund done that the bank returned',
    edits: [
      {
        file: RECONCILE_REFUNDS,
        find: 'await recordRefundReturned(tx, payment, row, { failure, at });',
        replace: 'void recordRefundReturned;',
      },
    ],
    caughtBy: [WEBHOOK_TEST],
  },
  {
    name: 'takes an intent for stopped while a bank still decides about it',
    edits: [
      {
        file: OUT_OF_SIGHT,
        find: "if (intent?.status === 'succeeded' || intent?.status === 'canceled') return intent;",
        replace: 'if (intent) return intent;',
      },
    ],
    caughtBy: [UNKNOWN_TEST],
  },
  {
    name: 'takes older money that somebody gave back by hand for a refund',
    edits: [
      {
        file: MADE_BY_HAND,
        find: '(madeAt !== null && madeAt >= wholeSecond(refund.createdAt))',
        replace: 'madeAt !== null || wholeSecond(refund.createdAt) < refund.createdAt',
      },
    ],
    caughtBy: [REFUSED_TEST],
  },
  {
    name: 'takes money that somebody gave back by hand for two refunds, one of them settled',
    edits: [
      {
        file: MADE_BY_HAND,
        find: 'if (its) free.splice(free.indexOf(its), 1);',
        replace: 'void its;',
      },
    ],
    caughtBy: [REFUSED_TEST],
  },
  {
    name: 'counts a refund that staff withdrew',
    edits: [
      {
        file: 'src/features/orders/view/order-view.ts',
        find: "status !== 'withdrawn'",
        replace: "status !== 'done' || status === 'done'",
      },
      {
        file: REFUNDS,
        find: "rows.filter(({ status }) => status !== 'withdrawn')",
        replace: 'rows.filter(() => true)',
      },
    ],
    caughtBy: [REFUSED_TEST],
  },
  {
    name: 'counts money twice that staff gave back by hand and marked as settled',
    edits: [
      {
        file: RECONCILE_REFUNDS,
        find: 'undone.find((row) => isCovered(row, one)) ??\n      undone.find((row) => row.amountMinor === one.amountMinor && canCountAs(refunds, row, one));',
        replace:
          'undone.find((row) => row.amountMinor < 0);\n    void canCountAs;\n    void isCovered;',
      },
    ],
    caughtBy: [WEBHOOK_TEST],
  },
  {
    name: 'takes refused keys for a bug',
    edits: [
      {
        file: ERRORS,
        find: 'if (error instanceof errors.StripeAuthenticationError) return keysRefused(error);',
        replace: 'if (error instanceof errors.StripeAuthenticationError) return error;',
      },
    ],
    caughtBy: [FAULTS_TEST, STRIPE_TEST],
  },
  {
    name: 'waits for a provider that hangs as long as it likes',
    edits: [
      {
        file: CLIENT,
        find: 'Promise.race([operation.run(signal, work), passed])',
        replace: '(void passed, work())',
      },
    ],
    caughtBy: [STRIPE_TEST],
  },
  {
    name: 'sends 503 without saying when to come back',
    edits: [
      {
        file: 'src/shared/errors.ts',
        find: 'options.retryAfterSeconds ?? (this.status === 503 ? OUTAGE_RETRY_SECONDS : null)',
        replace: 'options.retryAfterSeconds ?? null',
      },
    ],
    caughtBy: [FAULTS_TEST],
  },
  {
    name: 'passes on whatever the card provider sends',
    edits: [
      {
        file: 'src/adapters/payments/read-object.ts',
        find: "if (typeof value !== 'object' || value === null) {",
        replace: 'if (value === undefined) {',
      },
    ],
    caughtBy: ['test/adapters/stripe.test.ts'],
  },
  {
    name: 'lets one account have the card provider asked without end',
    edits: [
      {
        file: 'src/features/checkout/provider-rate-limits.ts',
        find: 'const rule = { most: account, seconds: MINUTE_S };',
        replace: 'const rule = { most: account * 1_000, seconds: MINUTE_S };',
      },
      {
        file: 'src/features/checkout/provider-rate-limits.ts',
        find: '{ most: network, seconds',
        replace: '{ most: network * 1_000, seconds',
      },
    ],
    caughtBy: ['test/api/held-stock.test.ts'],
  },
  {
    name: 'runs no job after one that failed',
    edits: [
      {
        file: 'src/server/jobs/jobs.ts',
        find: "if (isOfDatabase && toAppError(error).code === 'unavailable') throw error;",
        replace: 'if (run.name) throw error;',
      },
    ],
    caughtBy: ['test/api/jobs.test.ts'],
  },
  {
    name: 'stops at the first payment that the provider fails on',
    edits: [
      {
        file: 'src/features/orders/payment/call-provider-for-each.ts',
        find: 'UNREACHABLE_AFTER = 3',
        replace: 'UNREACHABLE_AFTER = 1',
      },
    ],
    caughtBy: ['test/api/one-bad-payment.test.ts'],
  },
  {
    name: 'keeps payments claimed that a run did not get to',
    edits: [
      {
        file: 'src/features/orders/payment/reconcile.ts',
        find: 'await unclaimPayments(ctx, left);',
        replace: 'void [unclaimPayments, left];',
      },
    ],
    caughtBy: ['test/api/one-bad-payment.test.ts'],
  },
  {
    name: 'gives up an event of the provider after an outage',
    edits: [
      {
        file: 'src/features/payments/payments.store.ts',
        find: "interval '3 seconds'",
        replace: "interval '3 days'",
      },
    ],
    caughtBy: ['test/api/one-bad-payment.test.ts'],
  },
  {
    name: 'takes the response of a gateway for a refusal of the provider',
    edits: [
      {
        file: 'src/adapters/payments/stripe-errors.ts',
        find: "!REFUSALS.has(error.rawType ?? '')",
        replace: "REFUSALS.has('none')",
      },
    ],
    caughtBy: ['test/api/one-bad-payment.test.ts'],
  },
  {
    name: 'takes a refusal to show an intent for its end',
    edits: [
      {
        file: 'src/adapters/payments/stripe.ts',
        find: '  throw notResponding(error);',
        replace: '  throw error;',
      },
    ],
    caughtBy: ['test/api/one-bad-payment.test.ts'],
  },
  {
    name: 'ends at bytes that the database driver can not read',
    edits: [
      {
        file: 'src/db/guard-parser.ts',
        find: 'if (others.includes(read)) continue;',
        replace: 'if (others !== null) continue;',
      },
    ],
    caughtBy: ['test/db/strange-database.test.ts'],
  },
  {
    name: 'keeps the amount that was asked for when another one was captured',
    edits: [
      {
        file: 'src/features/payments/payments.ts',
        find: '    ...money,\n    status:',
        replace: '    status:',
      },
    ],
    caughtBy: ['test/api/one-bad-payment.test.ts'],
  },
  {
    name: 'refunds again what somebody gave back by hand',
    edits: [
      {
        file: 'src/features/orders/refunds/resolve-refund.ts',
        find: 'await recordProviderRefunds(ctx, before.intentId);',
        replace: 'void recordProviderRefunds;',
      },
    ],
    caughtBy: [REFUSED_TEST],
  },
  {
    name: 'asks about a payment that hangs once for each of its events',
    edits: [
      {
        file: 'src/features/orders/payment/provider-events.ts',
        find: 'groups.set(key, group);',
        replace: 'groups.set(id, group);',
      },
    ],
    caughtBy: ['test/api/jobs.test.ts'],
  },
  {
    name: 'takes a few payments that hang for a provider that is away',
    edits: [
      {
        file: 'src/features/orders/payment/call-provider-for-each.ts',
        find: 'inARow === UNREACHABLE_AFTER * atOnce',
        replace: 'inARow === 1',
      },
    ],
    caughtBy: ['test/api/jobs.test.ts'],
  },
];
