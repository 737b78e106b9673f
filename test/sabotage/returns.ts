import type { Sabotage } from './patch.ts';

const REQUEST = 'src/features/returns/request-return.ts';
const RECEIVE = 'src/features/returns/receive-return.ts';
const REFUND = 'src/features/returns/refund-return.ts';
const CHANGE = 'src/features/returns/change-return.ts';
const STAFF_CHANGE = 'src/features/orders/staff-change.ts';
const MIGRATION = 'src/db/migrations/0026_returns.sql';
const PHOTOS = 'src/features/returns/return-photos.ts';
const PHOTO_MIGRATION = 'src/db/migrations/0043_return_photos.sql';
const PHOTO_CALLS = 'test/api/return-photos.test.ts';
const CALLS = 'test/api/returns.test.ts';
const RACES = 'test/races/returns.test.ts';

/** Ways to take back what was not delivered, to take it back twice, or to lose what came. */
export const returns: Sabotage[] = [
  {
    name: "takes back another person's order",
    edits: [
      {
        file: REQUEST,
        find: 'await getOwnOrder(ctx, actor, orderId);',
        replace: 'void getOwnOrder;',
      },
      {
        file: REQUEST,
        find: 'lockForOwner(tx, orderId, customer)',
        replace: 'lockForStaff(tx, orderId)',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'takes back what was delivered long ago',
    edits: [
      {
        file: 'src/features/returns/returnable.ts',
        find: 'deliveredAt !== null && Date.parse(deliveredAt) + days * DAY_MS >= now.getTime(),',
        replace: 'deliveredAt !== null && now.getTime() > 0,',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'takes back units that are on their way back already',
    edits: [
      {
        file: 'src/features/returns/left-to-return.schema.ts',
        find: 'fulfilledQuantity - restockedQuantity) - returnedQuantity,',
        replace: 'fulfilledQuantity - restockedQuantity) - 0 * returnedQuantity,',
      },
    ],
    caughtBy: [CALLS, RACES],
  },
  {
    name: 'approves a return that was withdrawn or declined',
    edits: [
      { file: CHANGE, find: 'if (!needed.includes(state))', replace: "if (state === 'none')" },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'changes a return that staff saw in an earlier version',
    edits: [
      {
        file: CHANGE,
        find: 'requireSeenVersion(order, version);',
        replace: 'void requireSeenVersion;',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'looks at an order before it waits for its lock',
    edits: [
      {
        file: STAFF_CHANGE,
        find: '  if (!(await lockOrder(tx, id))) throw noSuchOrder();\n',
        replace: '  const before = await selectView(tx, id);\n',
      },
      {
        file: STAFF_CHANGE,
        find: 'const row = await selectView(tx, id);',
        replace: 'const row = (await lockOrder(tx, id)) ? before : undefined;',
      },
    ],
    caughtBy: [RACES],
  },
  {
    name: 'takes another return for a repeated request',
    edits: [
      {
        file: REQUEST,
        find: 'if (earlier) return requireSame(order, earlier, request);',
        replace: "if (earlier?.id === '') return requireSame(order, earlier, request);",
      },
    ],
    caughtBy: [CALLS, RACES],
  },
  {
    name: 'refuses the repeat of a receipt as another one',
    edits: [
      {
        file: RECEIVE,
        find: 'one.receivedAt !== null && (!lines || isSame(one, whatCame(order, one, lines)));',
        replace: 'one.receivedAt !== null && (!lines || (isSame(one, []) && order.id === one.id));',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'takes another amount for the repeat of the refund of a return',
    edits: [
      {
        file: REFUND,
        find: 'if (amountMinor !== null && amountMinor !== earlier.amountMinor) {',
        replace: 'if (amountMinor !== null && amountMinor > earlier.amountMinor * 99) {',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'receives a return without writing it into the history',
    edits: [
      {
        file: RECEIVE,
        find: "await recordStaffChange(tx, order, { event: 'return-received', actor: admin.id, at, detail });",
        replace: 'void recordStaffChange; void detail;',
      },
    ],
    caughtBy: [CALLS, RACES],
  },
  {
    name: 'keeps received units out of the stock',
    edits: [{ file: RECEIVE, find: 'if (back.length > 0) {', replace: 'if (back.length < 0) {' }],
    caughtBy: [CALLS],
  },
  {
    name: 'refunds what was sent instead of what came',
    edits: [
      {
        file: 'src/features/returns/refundable-lines.schema.ts',
        find: 'Math.min(cameForMoney(each), left, ...leftOfEarlier)',
        replace: 'line.quantity - line.refundedQuantity + 0 * left',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'refunds a unit that came by its line and with its return',
    edits: [
      {
        file: 'src/features/returns/refundable-lines.schema.ts',
        find: '? back - refunded :',
        replace: '? line.quantity - refunded :',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'leaves a return open after its refund',
    edits: [
      {
        file: REFUND,
        find: '    if (!isAgain) {\n      await updateReturn(tx, id, { closedAt: at });\n',
        replace: '    if (!isAgain) {\n',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'sends what a customer typed about a return in an email',
    edits: [
      {
        file: 'src/features/emails/load-return-email.ts',
        find: 'const isPlain = facts.isConfirmed && note !== null && plainLines([note]) !== null;',
        replace: 'const isPlain = note !== null || plainLines([]) === null;',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'database: takes back more than was delivered',
    edits: [
      {
        file: MIGRATION,
        find: 'AND f.delivered_at IS NOT NULL) LIMIT 1;',
        replace: ') LIMIT 1;',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'database: gives an order another return status than its rows',
    edits: [
      {
        file: MIGRATION,
        find: "WHEN bool_or(num_nonnulls(r.closed_at, r.declined_at) > 0) THEN 'closed'",
        replace: "WHEN bool_or(r.closed_at IS NOT NULL) THEN 'closed'",
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'shows the photos of a return to everybody who knows their id',
    edits: [
      {
        file: PHOTOS,
        find: 'await getOrder(ctx, actor, orderId).catch((error: unknown) => {',
        replace: 'await Promise.resolve(getOrder).catch((error: unknown) => {',
      },
    ],
    caughtBy: [PHOTO_CALLS],
  },
  {
    name: "adds a photo to another person's return",
    edits: [
      {
        file: PHOTOS,
        find: 'await getOwnOrder(ctx, actor, orderId);',
        replace: 'void getOwnOrder;',
      },
      {
        file: PHOTOS,
        find: 'await lockForOwner(tx, orderId, customer)',
        replace: 'await viewOrder({ ...ctx, db: tx as never }, (void lockForOwner, orderId))',
      },
    ],
    caughtBy: [PHOTO_CALLS],
  },
  {
    name: 'decodes as many broken photos as somebody sends',
    edits: [
      {
        file: PHOTOS,
        find: 'await enforceRateLimit(ctx, limited, HOURLY, TOO_MANY);',
        replace: 'void [enforceRateLimit, limited, HOURLY, TOO_MANY];',
      },
    ],
    caughtBy: [PHOTO_CALLS],
  },
  {
    name: 'keeps the photos of a deleted account',
    edits: [
      {
        file: 'src/features/orders/orders.store.ts',
        find: 'await db.delete(returnPhotos).where(anyOf(returnPhotos.orderId, ids));',
        replace: 'void returnPhotos;',
      },
    ],
    caughtBy: [PHOTO_CALLS],
  },
  {
    name: 'database: keeps the photos of a return that was withdrawn',
    edits: [
      {
        file: PHOTO_MIGRATION,
        find: 'DELETE FROM return_photos WHERE return_id = NEW.id;',
        replace: 'NULL;',
      },
    ],
    caughtBy: [PHOTO_CALLS],
  },
  {
    name: 'refunds a unit by its line after its exchange was sent',
    edits: [
      {
        file: 'src/features/orders/refunds/refund-lines.ts',
        find: '(line) => leftToRefund(order, order.lines.indexOf(line), request.ofReturn),',
        replace: '(line) => line.quantity - line.refundedQuantity + 0 * leftToRefund(order, 0),',
      },
    ],
    caughtBy: ['test/api/exchanges.test.ts'],
  },
  {
    name: 'refunds by its line a unit whose difference was refunded before',
    edits: [
      {
        file: 'src/features/orders/refunds/proposed-refund.schema.ts',
        find: 'return isOther && exchange?.refundedMinor ? (received ?? 0) : 0;',
        replace: 'return isOther && exchange?.refundedMinor ? 0 * (received ?? 0) : 0;',
      },
    ],
    caughtBy: ['test/api/exchange-ends.test.ts'],
  },
];
