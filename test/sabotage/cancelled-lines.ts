import type { Sabotage } from './patch.ts';

const CANCEL = 'src/features/fulfillment/cancel-lines.ts';
const PROPOSED = 'src/features/fulfillment/cancellation-refund.schema.ts';
const CALLS = 'test/api/cancelled-lines.test.ts';

/** Ways to cancel units twice, or to lose or invent units and money by it. */
export const cancelledLines: Sabotage[] = [
  {
    name: 'cancels again for a repeated request',
    edits: [
      {
        file: CANCEL,
        find: 'const earlier = order.cancellations.find(({ key }) => key === request.key);',
        replace: "const earlier = order.cancellations.find(({ key }) => key === '');",
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'takes a key for two different cancellations',
    edits: [
      { file: CANCEL, find: 'if (isSame) return;', replace: 'if (isSame || earlier) return;' },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'cancels units of an order that staff saw in an earlier version',
    edits: [
      {
        file: CANCEL,
        find: 'requireSeenVersion(order, request.version);',
        replace: 'void requireSeenVersion;',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'keeps cancelled units out of the stock',
    edits: [{ file: CANCEL, find: 'if (restock) {', replace: 'if (restock && units < 0) {' }],
    caughtBy: [CALLS],
  },
  {
    name: 'puts units back that staff want to keep out',
    edits: [{ file: CANCEL, find: 'if (restock) {', replace: 'if (restock || units > 0) {' }],
    caughtBy: [CALLS],
  },
  {
    name: 'cancels units without telling the customer',
    edits: [
      {
        file: CANCEL,
        find: "await enqueue(tx, { kind: 'order.lines-cancelled', payload: { orderId, key } }, at);",
        replace: 'void enqueue;',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'proposes the shipping of an order of which something is still sent',
    edits: [
      {
        file: PROPOSED,
        find: 'quantity > 0), shipping };',
        replace: 'quantity > 0), shipping: shipping || lines.length > 0 };',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'calls an order unfulfilled of which all units are cancelled',
    edits: [
      {
        file: 'src/features/order-tables/fulfillment-status.schema.ts',
        find: "return isOpen ? 'unfulfilled' : 'cancelled';",
        replace: "return 'unfulfilled';",
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'database: puts units of one cancellation back twice',
    edits: [
      {
        file: 'src/db/migrations/0021_cancelled_lines.sql',
        find: 'CREATE UNIQUE INDEX CONCURRENTLY "stock_movements_once_per_order_and_key"',
        replace: 'CREATE INDEX CONCURRENTLY "stock_movements_once_per_order_and_key"',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'lets customers cancel an order that is sent or held',
    edits: [
      {
        file: 'src/features/fulfillment/cancel-own-order.ts',
        find: 'if (!isCancellableByOwner(ctx, order)) {',
        replace: "if (!isCancellableByOwner(ctx, order) && order.status === 'pending') {",
      },
    ],
    caughtBy: ['test/api/own-cancellation.test.ts'],
  },
  {
    name: 'takes a customer’s repeated cancellation for a new one',
    edits: [
      {
        file: 'src/features/fulfillment/own-cancellation.ts',
        find: 'key === OWN_CANCELLATION)',
        replace: "key === OWN_CANCELLATION.concat('s'))",
      },
    ],
    caughtBy: ['test/api/own-cancellation.test.ts'],
  },
];
