import type { Sabotage } from './patch.ts';

const FULFILL = 'src/features/fulfillment/fulfill-order.ts';
const HOLD = 'src/features/fulfillment/hold-order.ts';
const CHANGE = 'src/features/orders/staff-change.ts';
const MIGRATION = 'src/db/migrations/0020_fulfillment.sql';
const TAKING_BACK = 'src/db/migrations/0060_parcels_taken_back.sql';
const CALLS = 'test/api/fulfillment.test.ts';
const SHIPPED = 'test/api/shipped-orders.test.ts';
const TAKEN_BACK = 'test/api/taken-back.test.ts';
const RACES = 'test/races/fulfillment.test.ts';

/** Ways to send too much, too often, or what must not be sent. */
export const fulfillment: Sabotage[] = [
  {
    name: 'reads an order before it is locked',
    edits: [
      {
        file: CHANGE,
        find: 'if (!(await lockOrder(tx, id))) throw noSuchOrder();',
        replace: 'void lockOrder;',
      },
    ],
    caughtBy: [RACES],
  },
  {
    name: 'lets staff act on an earlier version of an order',
    edits: [
      {
        file: CHANGE,
        find: 'if (shown === null || shown === version) return;',
        replace: 'if (shown === null || shown <= version) return;',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'sends another parcel for a repeated request',
    edits: [
      {
        file: FULFILL,
        find: 'if (earlier) return requireSame(ctx, order, earlier.id, request);',
        replace: "if (earlier?.id === '') return requireSame(ctx, order, earlier.id, request);",
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'takes a key for two different parcels',
    edits: [
      {
        file: FULFILL,
        find: 'if (parcel && isSameChoice(order, parcel.lines, request.lines)) {',
        replace: 'if (parcel && (isSameChoice(order, parcel.lines, request.lines) || parcel.id)) {',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'sends an order whose money is all refunded',
    edits: [
      {
        file: 'src/features/fulfillment/allowed-changes.schema.ts',
        find: 'if (isRefundedInFull(order)) {',
        replace: 'if (isRefundedInFull(order) && payment.refundableMinor < 0) {',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'holds an order again when the first request arrives a second time',
    edits: [
      { file: HOLD, find: ' || (await findAudit(tx, action, id, which))', replace: '' },
      { file: HOLD, find: 'import { findAudit, recordAudit }', replace: 'import { recordAudit }' },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'sends a parcel without telling its customer',
    edits: [
      {
        file: FULFILL,
        find: "await enqueue(tx, { kind: 'order.shipped', payload: { orderId, fulfillmentId: id } }, at);",
        replace: 'void enqueue;',
      },
    ],
    caughtBy: [SHIPPED],
  },
  {
    name: 'corrects the address of an order that is shipped',
    edits: [
      {
        file: 'src/features/orders/order-address.ts',
        find: 'if (!hasToShip(await lockForStaff(tx, id))) {',
        replace:
          "if (['delivered', 'cancelled'].includes(order.fulfillmentStatus) && !hasToShip(await lockForStaff(tx, id))) {",
      },
    ],
    caughtBy: [SHIPPED],
  },
  {
    name: 'keeps what tracks the parcels of a deleted account',
    edits: [
      {
        file: 'src/features/orders/orders.store.ts',
        find: '.set({ trackingNumber: null, trackingUrl: null })',
        replace: '.set({ trackingUrl: null })',
      },
    ],
    caughtBy: [SHIPPED],
  },
  {
    name: 'delivers a parcel without writing it into the history',
    edits: [
      {
        file: 'src/features/fulfillment/deliver.ts',
        find: "await recordStaffChange(tx, order, { event: 'deliver', actor, at });",
        replace: 'void recordStaffChange;',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'sends again what was taken back when its first request arrives late',
    edits: [
      {
        file: FULFILL,
        find: 'if (await hasTakenBack(tx, orderId, key)) throw wasTakenBack();',
        replace: 'void [hasTakenBack, wasTakenBack];',
      },
      {
        file: TAKING_BACK,
        find: 'IF EXISTS (SELECT FROM taken_back_parcels t WHERE (t.order_id, t.key) = (NEW.order_id, NEW.key)) THEN',
        replace: 'IF false THEN',
      },
    ],
    caughtBy: [TAKEN_BACK],
  },
  {
    name: 'takes back a parcel without telling the customer who knows of it',
    edits: [
      {
        file: 'src/features/outbox/parcel-emails.ts',
        find: 'if (changed.length > 0) return;',
        replace: 'if (changed.length >= 0) return;',
      },
    ],
    caughtBy: [TAKEN_BACK],
  },
  {
    name: 'database: takes back a parcel that is delivered',
    edits: [
      {
        file: TAKING_BACK,
        find: 'IF OLD.delivered_at IS NOT NULL THEN',
        replace: 'IF OLD.shipped_at IS NULL THEN',
      },
    ],
    caughtBy: [TAKEN_BACK],
  },
  {
    name: 'database: takes back units that came back',
    edits: [
      {
        file: TAKING_BACK,
        find: 'AFTER DELETE ON "fulfillment_lines" REFERENCING OLD TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_units_back();',
        replace:
          'AFTER DELETE ON "fulfillment_lines" FOR EACH STATEMENT WHEN (false) EXECUTE FUNCTION check_units_back();',
      },
    ],
    caughtBy: [TAKEN_BACK],
  },
  {
    name: 'database: ships what is on hold',
    edits: [
      {
        file: MIGRATION,
        find: "AND (o.status <> 'paid' OR (o.held_at IS NOT NULL AND TG_TABLE_NAME = 'fulfillment_lines')) LIMIT 1;",
        replace: "AND o.status <> 'paid' LIMIT 1;",
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'database: counts parcels without locking the order',
    edits: [
      {
        file: MIGRATION,
        find: 'ORDER BY o.id FOR NO KEY UPDATE;',
        replace: 'ORDER BY o.id;',
      },
    ],
    caughtBy: [RACES],
  },
  {
    name: 'database: an order is delivered when one of its parcels is',
    edits: [
      {
        file: 'src/db/migrations/0036_exchanges.sql',
        find: 'WHERE f.order_id = the_order AND f.delivered_at IS NULL\n',
        replace:
          'WHERE f.order_id = the_order AND NOT EXISTS (SELECT FROM fulfillments d WHERE d.order_id = the_order AND d.delivered_at IS NOT NULL)\n',
      },
    ],
    caughtBy: [CALLS],
  },
];
