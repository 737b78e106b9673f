import type { Sabotage } from './patch.ts';

const UNITS = 'src/features/orders/refunds/refunded-units.ts';
const TABLE = 'src/features/orders/refunds/refunded-units.test.ts';
const CALLS = 'test/api/refunded-units.test.ts';

/** Ways to ship what was refunded before, or to refund it twice or not at all. */
export const refundedUnits: Sabotage[] = [
  {
    name: 'sends units by default that were refunded before',
    edits: [
      {
        file: 'src/features/orders/lists/to-ship.schema.ts',
        find: 'return unfulfilledQuantity - refundedToShipQuantity;',
        replace: 'return unfulfilledQuantity - 0 * refundedToShipQuantity;',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'takes a refund from before a parcel for one of its units',
    edits: [
      {
        file: UNITS,
        find: '.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));',
        replace: '.sort(() => 0);',
      },
    ],
    caughtBy: [CALLS, TABLE],
  },
  {
    name: 'keeps units back whose price was only reduced',
    edits: [
      {
        file: UNITS,
        find: 'if (amountMinor + units.loweredMinor < priceMinor * quantity) return;',
        replace: 'if (amountMinor + units.loweredMinor < 0 * priceMinor) return;',
      },
    ],
    caughtBy: [TABLE],
  },
  {
    name: 'counts units as refunded whose price was only lowered',
    edits: [
      {
        file: 'src/features/orders/refunds/proposed-refund.schema.ts',
        find: '{ ...line, quantity: 0, lowered: line.quantity }',
        replace: '{ ...line, lowered: 0 }',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'refunds a unit once more when it is cancelled',
    edits: [
      {
        file: 'src/features/fulfillment/cancellation-refund.schema.ts',
        find: 'quantity - Math.min(quantity, refunded) };',
        replace: 'quantity - Math.min(0, refunded) };',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'keeps the rest of a price that was lowered before a line was cancelled',
    edits: [
      {
        file: 'src/features/fulfillment/cancellation-refund.schema.ts',
        find: 'isWholeLine: true',
        replace: 'isWholeLine: false',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'takes a price without its tax for the whole',
    edits: [
      {
        file: UNITS,
        find: 'addedTax(taxesIncluded, Math.floor(line.taxMinor / line.quantity))',
        replace: 'addedTax(true || taxesIncluded, line.taxMinor)',
      },
    ],
    caughtBy: [TABLE],
  },
  {
    name: 'refunds no return when a unit was refunded before it was shipped',
    edits: [
      {
        file: 'src/features/returns/refundable-lines.schema.ts',
        find: '+ line.refundedToShipQuantity;',
        replace: '+ 0 * line.refundedToShipQuantity;',
      },
    ],
    caughtBy: [CALLS],
  },
];
