import type { Sabotage } from './patch.ts';

const REFUND = 'src/features/orders/refunds/refund-lines.ts';
const PROPOSED = 'src/features/orders/refunds/proposed-refund.schema.ts';
const MIGRATION = 'src/db/migrations/0073_lowered_prices.sql';
const CALLS = 'test/api/line-refunds.test.ts';
const ARITHMETIC = 'src/features/orders/refunds/proposed-refund.test.ts';

/** Ways to refund lines twice, to another amount than was paid, or without their stock. */
export const lineRefunds: Sabotage[] = [
  {
    name: 'refunds lines of an order that staff saw in an earlier version',
    edits: [
      {
        file: REFUND,
        find: '    requireSeenVersion(order, request.version);',
        replace: '    void requireSeenVersion;',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'takes a key for two different refunds of lines',
    edits: [
      { file: REFUND, find: 'if (!isSame) throw', replace: 'if (!isSame && !earlier) throw' },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'puts units into the stock that were never shipped',
    edits: [
      {
        file: REFUND,
        find: 'if (restock) requireBack(order, request.lines);',
        replace: 'void requireBack;',
      },
      { file: MIGRATION, find: 'OR back.restocked >', replace: 'OR back.restocked < 0 AND 0 <' },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'says that refunded units are in the stock without putting them there',
    edits: [
      {
        file: REFUND,
        find: 'await restockReturned(tx, moved,',
        replace: 'if (restockReturned.length < 0) void (moved,',
      },
    ],
    caughtBy: [CALLS],
  },
  {
    name: 'proposes what was refunded of a line before',
    edits: [
      {
        file: PROPOSED,
        find: 'Math.min(asked, line.quantity - line.refundedQuantity)',
        replace: 'asked',
      },
    ],
    caughtBy: [ARITHMETIC],
  },
  {
    name: 'proposes more than may be refunded',
    edits: [
      {
        file: PROPOSED,
        find: 'Math.min(whole.amountMinor, order.payment?.refundableMinor ?? 0)',
        replace: 'whole.amountMinor',
      },
    ],
    caughtBy: [ARITHMETIC],
  },
  {
    name: 'loses what is left when a refund is spread',
    edits: [{ file: 'src/shared/spread.ts', find: 'left -= 1;', replace: 'left = 0;' }],
    caughtBy: ['src/shared/spread.test.ts'],
  },
  {
    name: 'database: refunds more of a line than was paid for it',
    edits: [
      {
        file: MIGRATION,
        find: 'back.units > l.quantity OR back.lowered',
        replace: 'back.lowered',
      },
      {
        file: MIGRATION,
        find: 'OR back.minor > l.line_total_minor + CASE WHEN o.taxes_included THEN 0 ELSE l.tax_minor END',
        replace: '',
      },
    ],
    caughtBy: [CALLS],
  },
];
