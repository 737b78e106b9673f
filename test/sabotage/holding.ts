import type { Sabotage } from './patch.ts';

const LIMITS = 'src/features/checkout/unpaid-limits.ts';
const DELETIONS = 'src/features/orders/deletion/deletion-rate-limits.ts';
const VISITOR = 'src/server/http/middleware/visitor.ts';
const RELEASE = 'src/features/orders/unpaid/release-stock.ts';

/** Ways to let somebody hold stock without paying, or to take it from somebody who pays. */
export const holding: Sabotage[] = [
  {
    name: 'does not count what an account holds already',
    edits: [
      {
        file: LIMITS,
        find: 'findExceeded(account, times, buyer.ofCustomer, wanted)',
        replace: 'findExceeded(account, times, NOTHING, wanted)',
      },
    ],
    caughtBy: ['test/api/held-stock.test.ts'],
  },
  {
    name: 'does not count what a network holds already',
    edits: [
      {
        file: LIMITS,
        find: 'findExceeded(network, times, buyer.ofNetwork, wanted)',
        replace: 'findExceeded(network, times, NOTHING, wanted)',
      },
    ],
    caughtBy: ['test/api/held-stock.test.ts'],
  },
  {
    name: 'does not count what an account deletes',
    edits: [{ file: DELETIONS, find: '{ most: account,', replace: '{ most: network,' }],
    caughtBy: ['test/api/held-stock.test.ts'],
  },
  {
    name: 'does not count what a network deletes',
    edits: [
      {
        file: DELETIONS,
        find: 'await enforceRateLimit(ctx, key, {',
        replace: 'if (!key) await enforceRateLimit(ctx, key, {',
      },
    ],
    caughtBy: ['test/api/held-stock.test.ts'],
  },
  {
    name: 'lets orders go into the cart and back without a limit',
    edits: [
      {
        file: 'src/features/orders/unpaid/close-order.ts',
        find: '  await limitDeletions(ctx, actor);\n  await withPaymentStopped',
        replace: '  await withPaymentStopped',
      },
    ],
    caughtBy: ['test/api/held-stock.test.ts'],
  },
  {
    name: 'keeps somebody from deleting an account with many unpaid orders',
    edits: [
      {
        file: 'src/features/orders/unpaid/close-order.ts',
        find: 'if (!withAccount && !isRepeat) await limitDeletions',
        replace: 'await limitDeletions',
      },
    ],
    caughtBy: ['test/api/held-stock.test.ts'],
  },
  {
    name: 'counts every network of one connection by itself',
    edits: [
      { file: VISITOR, find: 'import { siteOf }', replace: 'import { networkOf }' },
      { file: VISITOR, find: 'siteOf(c.get', replace: 'networkOf(c.get' },
    ],
    caughtBy: ['test/api/held-stock.test.ts'],
  },
  {
    name: 'counts what a network holds without a lock',
    edits: [
      {
        file: LIMITS,
        find: 'network === null ? [] : [ordersFrom(network)]',
        replace: '(ordersFrom(network ?? "") ? [] : [])',
      },
    ],
    caughtBy: ['test/races/held-stock.test.ts'],
  },
  {
    name: 'refuses an order whose money came first',
    edits: [{ file: LIMITS, find: "if (payment === 'prepaid') return;", replace: '' }],
    caughtBy: ['test/api/held-stock.test.ts'],
  },
  {
    name: 'lets a begun card payment hold whatever it likes',
    edits: [
      {
        file: LIMITS,
        find: "if (payment === 'prepaid') return;",
        replace: "if (payment !== 'later') return;",
      },
    ],
    caughtBy: ['test/api/held-stock.test.ts'],
  },
  {
    name: 'holds the stock of an account that nobody verified for days',
    edits: [
      {
        file: 'src/features/orders/payment/payment-due.ts',
        find: 'emailVerified || hours >= days * 24',
        replace: 'emailVerified || hours > 0',
      },
    ],
    caughtBy: ['test/api/held-stock.test.ts'],
  },
  {
    name: 'extends an order of an account that nobody verified',
    edits: [
      {
        file: 'src/features/orders/unpaid/held-stock.store.ts',
        find: 'where u.id = o.user_id and u.email_verified and',
        replace: 'where u.id = o.user_id and',
      },
    ],
    caughtBy: ['test/api/held-stock.test.ts'],
  },
  {
    name: 'releases stock without stopping the payment',
    edits: [
      {
        file: RELEASE,
        find: 'return withPaymentStopped(ctx, id, releasedBy, async (tx, stopped) => {',
        replace:
          'void withPaymentStopped;\n  return inTransaction(ctx.db, async (tx) => {\n    const stopped = null;',
      },
    ],
    caughtBy: ['test/api/release-stock.test.ts'],
  },
  {
    name: 'lets anybody release stock',
    edits: [
      {
        file: RELEASE,
        find: 'const admin = requireAdmin(actor);',
        replace: 'const admin = actor.user ?? requireAdmin(actor);',
      },
    ],
    caughtBy: ['test/api/release-stock.test.ts'],
  },
  {
    name: 'keeps where a cancelled order was placed from',
    edits: [
      {
        file: 'src/features/orders/unpaid/close-order.ts',
        find: '{ status, cancelledAt: at, network: null }',
        replace: '{ status, cancelledAt: at }',
      },
    ],
    caughtBy: ['test/api/held-stock.test.ts'],
  },
  {
    name: 'tells staff of a holder every minute',
    edits: [
      {
        file: 'src/features/orders/unpaid/held-stock.ts',
        find: 'key}`), DAY_S)',
        replace: 'key}`), DAY_S * 0)',
      },
    ],
    caughtBy: ['test/api/release-stock.test.ts'],
  },
  {
    name: 'lets a paid order be deleted and restored without end',
    edits: [
      {
        file: 'src/features/orders/unpaid/close-order.ts',
        find: 'if (!withAccount && !isRepeat) await',
        replace: "if (!withAccount && seen.status === 'pending') await",
      },
    ],
    caughtBy: ['test/api/held-stock.test.ts'],
  },
];
