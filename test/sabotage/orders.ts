import type { Sabotage } from './patch.ts';

const PLACE = 'src/features/checkout/place-order.ts';
const WRITE = 'src/features/checkout/price-and-create-order.ts';
const SUBMIT = 'src/features/checkout/submit-order.ts';
const CREATE = 'src/features/orders/create-order.ts';
const CLOSE = 'src/features/orders/unpaid/close-order.ts';
const STORE = 'src/features/orders/orders.store.ts';

/** Ways to lose, double or show orders. */
export const orders: Sabotage[] = [
  {
    name: 'orders to another address than the page showed',
    edits: [
      {
        file: 'src/features/checkout/delivery.ts',
        find: 'if ((addresses.delivery?.id ?? null) !== shownId) {',
        replace: "if (shownId === 'never') {",
      },
    ],
    caughtBy: ['test/api/addresses.test.ts'],
  },
  {
    name: 'charges the shipping of the estimate and not of the address',
    edits: [
      {
        file: PLACE,
        find: 'const city = delivery ? cityOf(delivery) : cart.city;',
        replace: 'const city = cart.city ?? (delivery && cityOf(delivery)) ?? "";',
      },
    ],
    caughtBy: ['test/api/addresses.test.ts'],
  },
  {
    name: 'lets a customer add an address that costs more shipping than was paid',
    edits: [
      {
        file: 'src/features/orders/order-address.ts',
        find: 'if (cost <= order.shippingMinor) return;',
        replace: 'if (cost <= order.totalMinor * 1_000) return;',
      },
    ],
    caughtBy: ['test/api/addresses.test.ts'],
  },
  {
    name: 'corrects an address over the correction of somebody else',
    edits: [
      {
        file: 'src/features/orders/order-address.ts',
        find: 'if (given === stored) return;',
        replace: 'if (given <= stored) return;',
      },
    ],
    caughtBy: ['test/api/addresses.test.ts'],
  },
  {
    name: 'keeps the addresses of orders whose account is deleted',
    edits: [
      {
        file: STORE,
        find: 'await db.delete(orderAddresses).where(anyOf(orderAddresses.orderId, ids));',
        replace: 'void [orderAddresses, anyOf];',
      },
    ],
    caughtBy: ['test/api/addresses.test.ts'],
  },
  {
    name: 'acknowledges before the commit',
    edits: [
      {
        file: 'src/db/client.ts',
        find: 'return await runTransaction(db, work, options);',
        replace: `return await new Promise<T>((resolve, reject) => {
        runTransaction(db, async (tx) => {
          const done = await work(tx);
          resolve(done);
          await new Promise((wait) => setTimeout(wait, 20));
        }, options).catch(reject);
      });`,
      },
    ],
    caughtBy: ['test/api/orders.test.ts'],
  },
  {
    name: 'lets two submissions of one customer run side by side',
    edits: [
      {
        file: 'src/features/checkout/unpaid-limits.ts',
        find: 'const locks = locksOf(orderer);',
        replace: 'const locks: string[] = [];',
      },
    ],
    caughtBy: ['test/races/orders.test.ts'],
  },
  {
    name: 'takes no notice of the Idempotency-Key',
    edits: [
      {
        file: PLACE,
        find: 'idempotencyKey ? findOrderByKey(tx, userId, idempotencyKey) : null',
        replace: 'findOrderByKey(tx, userId, "")',
      },
    ],
    caughtBy: ['test/races/orders.test.ts'],
  },
  {
    name: 'takes any order for that of a used Idempotency-Key',
    edits: [
      {
        file: PLACE,
        find: 'if (underKey.fingerprint === fingerprint)',
        replace: 'if (underKey.fingerprint)',
      },
    ],
    caughtBy: ['test/api/orders.test.ts'],
  },
  {
    name: 'makes a second order of a repeated submission',
    edits: [
      {
        file: PLACE,
        find: 'if (!cartIsMeant && like) return',
        replace: 'if (!cartIsMeant && like && false) return',
      },
    ],
    caughtBy: ['test/api/orders.test.ts', 'test/races/orders.test.ts'],
  },
  {
    name: 'leaves the cart open after it became an order',
    edits: [
      { file: WRITE, find: 'cart?.id ? closeCart', replace: 'cart === undefined ? closeCart' },
    ],
    caughtBy: ['test/api/payments.test.ts', 'test/races/orders.test.ts'],
  },
  {
    name: 'believes the prices that a client sends',
    edits: [
      {
        file: SUBMIT,
        find: '!linesMatch || !expectedTotalsMatch(submission, totals)',
        replace: '!linesMatch && !expectedTotalsMatch(submission, totals)',
      },
    ],
    caughtBy: ['test/api/orders.test.ts'],
  },
  {
    name: 'looks at each line alone before it looks at the stock',
    edits: [
      {
        file: PLACE,
        find: 'const wanted = sumByVariant(lines);',
        replace: 'const wanted = lines;',
      },
    ],
    caughtBy: ['test/api/orders.test.ts'],
  },
  {
    name: "shows everybody's orders to everybody",
    edits: [
      {
        file: 'src/features/orders/access/order-access.ts',
        find: 'return owns(customer, order) && (order.isGuest || order.archivedByOwnerAt === null);',
        replace: 'return order.archivedByOwnerAt === null;',
      },
    ],
    caughtBy: ['test/api/orders.test.ts', 'test/api/guards.test.ts'],
  },
  {
    name: "lets everybody delete everybody's orders",
    edits: [
      {
        file: CLOSE,
        find: 'if (!seen || !(isStaff || owns(customer, seen)))',
        replace: 'if (!seen)',
      },
      {
        file: CLOSE,
        find: 'if (!order || !(isStaff || owns(customer, order)))',
        replace: 'if (!order)',
      },
    ],
    caughtBy: ['test/api/orders.test.ts'],
  },
  {
    name: 'writes no receipt for an order',
    edits: [
      {
        file: CREATE,
        find: '() => announceOrder(ctx, tx, { orderId: id, at, awaitsCard: input.awaitsCard }),',
        replace: '() => void announceOrder,',
      },
    ],
    caughtBy: ['test/api/orders.test.ts'],
  },
  {
    name: 'expires orders before they are due',
    edits: [
      {
        file: STORE,
        find: "and(eq(orders.status, 'pending'), lt(orders.paymentDueAt, now))",
        replace: "and(eq(orders.status, 'pending'), lt(orders.createdAt, now))",
      },
    ],
    caughtBy: ['test/api/jobs.test.ts'],
  },
  {
    name: 'places the order of a cart before its card payment can be written',
    edits: [
      {
        file: 'src/features/checkout/place-order.ts',
        find: "if (how.payment === 'card') {",
        replace: "if (how.payment === 'prepaid') {",
      },
    ],
    caughtBy: ['test/races/intents.test.ts'],
  },
  {
    name: 'gives a repeat whose payment was closed an intent without an order',
    edits: [
      {
        file: STORE,
        find: '.innerJoin(payments, eq(payments.orderId, orders.id))',
        replace:
          ".innerJoin(payments, and(eq(payments.orderId, orders.id), eq(payments.status, 'created')))",
      },
    ],
    caughtBy: ['test/races/intents.test.ts'],
  },
  {
    name: 'returns a part of all orders as if it were all of them',
    edits: [
      {
        file: 'src/features/orders/lists/every-order.ts',
        find: 'if (!last || rows.length < batch) return;',
        replace: 'if (last) return;',
      },
    ],
    caughtBy: ['test/db/generated-shop.test.ts'],
  },
];
