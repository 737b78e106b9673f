import type { Sabotage } from './patch.ts';

const REFUND = 'src/features/returns/refund-return.ts';
const PARTS = 'src/features/orders/payment/paid-parts.schema.ts';
const MIGRATION = 'src/db/migrations/0044_returns_of_exchanged_items.sql';
const caughtBy = [
  'test/api/exchanged-returns.test.ts',
  'test/api/exchanged-returns-refunded-again.test.ts',
  'test/api/exchange-chains.test.ts',
];

/** Ways to take back what was sent in exchange twice, or to refund it at another price. */
export const exchangedReturns: Sabotage[] = [
  {
    name: 'refunds what was sent in exchange while the first item is on its way',
    edits: [
      {
        file: 'src/features/returns/change-return.ts',
        find: 'if (!awaitsEarlierItem(order, one)) return;',
        replace: 'if (!awaitsEarlierItem(order, one) || order) return;',
      },
    ],
    caughtBy,
  },
  {
    name: 'refunds the difference of an exchange although the first item never came',
    edits: [
      {
        file: 'src/features/returns/refundable-lines.schema.ts',
        find: 'receivedIn(before, position) >= sentUnits(line?.exchange)',
        replace: 'receivedIn(before, position) >= 0 * sentUnits(line?.exchange)',
      },
    ],
    caughtBy,
  },
  {
    name: 'refunds the whole price of a unit whose difference was refunded',
    edits: [
      {
        file: 'src/features/orders/refunds/proposed-refund.schema.ts',
        find: 'const amountMinor = Math.max(0, remainingMinor - before.amountMinor);',
        replace: 'const amountMinor = Math.max(0, remainingMinor);',
      },
    ],
    caughtBy,
  },
  {
    name: 'refunds what was sent in exchange although the first item never came',
    edits: [
      {
        file: 'src/features/returns/refundable-lines.schema.ts',
        find: 'left, ...leftOfEarlier)',
        replace: 'left, leftOfEarlier.length + 99)',
      },
    ],
    caughtBy,
  },
  {
    name: 'prints no tax on the credit note of the difference of an exchange',
    edits: [
      {
        file: 'src/features/documents/content.ts',
        find: '[...lines, ...differences]',
        replace: '[...lines]',
      },
    ],
    caughtBy,
  },
  {
    name: 'prints no tax on the credit note of a part of an extra payment',
    edits: [
      {
        file: 'src/features/documents/extra-content.ts',
        find: 'upTo(fromMinor + amountMinor) - upTo(fromMinor)',
        replace: '0 * upTo(fromMinor + amountMinor)',
      },
    ],
    caughtBy,
  },
  {
    name: 'takes more back of an exchange than it sent',
    edits: [
      {
        file: 'src/features/returns/left-to-return.schema.ts',
        find: '.filter((other) => other.ofReturnId === ofReturnId)',
        replace: ".filter((other) => other.ofReturnId === '')",
      },
    ],
    caughtBy,
  },
  {
    name: 'database: takes more back of an exchange than it sent',
    edits: [
      {
        file: MIGRATION,
        find: 'AND r.of_return_id IS NOT DISTINCT FROM the_return',
        replace: 'AND r.of_return_id IS NULL AND the_return IS NULL',
      },
    ],
    caughtBy,
  },
  {
    name: 'puts the bought variant into the stock when what was sent in exchange comes back',
    edits: [
      {
        file: 'src/features/orders/returns/exchanged-items.schema.ts',
        find: 'exchangesBefore(returns, ofReturnId, position).at(-1)?.exchange ?? lines[position]',
        replace:
          'exchangesBefore(returns, ofReturnId, position).at(99)?.exchange ?? lines[position]',
      },
    ],
    caughtBy,
  },
  {
    name: 'refunds by its line a unit that was sent in exchange and came back',
    edits: [
      {
        file: 'src/features/orders/refunds/proposed-refund.schema.ts',
        find: 'each.position === position && one.ofReturnId === null)',
        replace: "each.position === position && one.ofReturnId === null && one.state !== 'closed')",
      },
    ],
    caughtBy,
  },
  {
    name: 'counts an item that was exchanged twice as two',
    edits: [
      {
        file: 'src/features/orders/returns/exchange-units.schema.ts',
        find: 'id !== of.id && ofReturnId === of.ofReturnId)',
        replace: 'id !== of.id && (of.ofReturnId === null || ofReturnId === of.ofReturnId))',
      },
    ],
    caughtBy,
  },
  {
    name: 'keeps the extra payment of a unit that came back',
    edits: [
      {
        file: REFUND,
        find: '    await insertExtraReturns(tx, id, whole.extras);\n',
        replace: '    void insertExtraReturns;\n',
      },
    ],
    caughtBy,
  },
  {
    name: 'gives an extra payment back that a cheaper exchange gave back before',
    edits: [
      {
        file: PARTS,
        find: 'const netMinor = whole - own;',
        replace: 'const netMinor = whole - 0 * own;',
      },
      {
        file: MIGRATION,
        find: '  IF extra_due_of(NEW.paid_by) < 0 OR NOT',
        replace: '  IF NOT',
      },
    ],
    caughtBy,
  },
  {
    name: 'refunds what was sent in exchange without what was refunded for earlier exchanges',
    edits: [
      {
        file: PARTS,
        find: 'parts.slice(0, end).reduce((all, part) => all + part, 0)',
        replace: 'parts.slice(0, end).reduce((all) => all, 0)',
      },
    ],
    caughtBy,
  },
  {
    name: 'counts the time of an exchange from the delivery of what was bought',
    edits: [
      {
        file: 'src/features/returns/returnable.ts',
        find: 'ofReturnId === null ? parcel.lines : exchangedIn(order, ofReturnId, parcel.id),',
        replace: 'exchangedIn(order, ofReturnId ?? "", parcel.id).length > 99 ? [] : parcel.lines,',
      },
    ],
    caughtBy,
  },
  {
    name: 'takes the withdrawn refund of a return for a repeat of the next one',
    edits: [
      {
        file: REFUND,
        find: 'refundKeyOfReturn(one, refundsOfReturn(order, one).length)',
        replace: 'refundKeyOfReturn(one)',
      },
    ],
    caughtBy,
  },
  {
    name: 'refunds a return again although its refund was not withdrawn',
    edits: [
      {
        file: 'src/features/orders/returns/exchange-units.schema.ts',
        find: "all.length > 0 && all.every(({ status }) => status === 'withdrawn')",
        replace: 'all.length > 0',
      },
    ],
    caughtBy,
  },
  {
    name: 'says that a return is refunded while its extra payment is not',
    edits: [
      {
        file: REFUND,
        find: "refund: isOpen ? 'waiting' : refund }",
        replace: 'refund: isOpen ? refund : refund }',
      },
    ],
    caughtBy,
  },
];
