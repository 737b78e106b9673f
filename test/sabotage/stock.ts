import type { Sabotage } from './patch.ts';

const WRITE = 'src/features/checkout/price-and-create-order.ts';
const STOCK = 'src/features/inventory/inventory.store.ts';
const ADJUST = 'src/features/inventory/adjust-stock.ts';
const RECEIVE = 'src/features/inventory/receive-stock.ts';
const TABLES = 'src/db/migrations/0000_tables.sql';

const noGuardInCode = [
  { file: WRITE, find: 'requireStock(wanted, variants);', replace: 'void requireStock;' },
  { file: STOCK, find: 'and variants.on_hand + wanted.quantity >= 0', replace: '' },
];

const noReservedCheck = {
  file: ADJUST,
  find: 'if (-quantity > before.available) throw reservedUnitsNeeded(sku, before);',
  replace: 'void reservedUnitsNeeded;',
};

/** Ways to sell what is not there, or to lose what is. */
export const stock: Sabotage[] = [
  {
    name: 'books the units of a delivery again when its receipt is repeated',
    edits: [
      {
        file: RECEIVE,
        find: 'requestKey: key === null ? null : keyOf(key, index),',
        replace: 'requestKey: null,',
      },
    ],
    caughtBy: ['test/api/stock-receipts.test.ts'],
  },
  {
    name: 'takes another receipt under the key of an earlier one for a repeat',
    edits: [
      {
        file: RECEIVE,
        find: 'return made?.variantId === _id && made.quantity === units && made.note === note;',
        replace: 'return made?.variantId === _id && made.note === note;',
      },
    ],
    caughtBy: ['test/api/stock-receipts.test.ts'],
  },
  {
    name: 'applies a count whose stock changed after it was compared',
    edits: [
      {
        file: 'src/features/inventory/apply-counts.ts',
        find: 'if (shelf !== expected) {',
        replace: 'if (Number.isNaN(shelf - expected)) {',
      },
    ],
    caughtBy: ['test/api/stock-counts.test.ts'],
  },
  {
    name: 'applies a count of what staff counted after it was sent',
    edits: [
      {
        file: 'src/features/inventory/apply-counts.ts',
        find: 'if (isAdjusted) {',
        replace: 'if (isAdjusted && Number.isNaN(shelf)) {',
      },
    ],
    caughtBy: ['test/api/stock-counts.test.ts'],
  },
  {
    name: 'applies a count of what staff counted between its comparison and its sending',
    edits: [
      {
        file: 'src/features/stock-counts/stock-counts.ts',
        find: 'Math.min(one.movement ?? Infinity, newest.get(one._id) ?? 0)',
        replace: 'newest.get(one._id) ?? 0',
      },
    ],
    caughtBy: ['test/api/stock-counts.test.ts'],
  },
  {
    name: 'does not see a parcel in the units that are to be shipped',
    edits: [
      {
        file: 'src/db/migrations/0067_open_lines.sql',
        find: 'DELETE FROM open_lines p WHERE p.order_id = ANY(the_orders);',
        replace:
          'IF EXISTS (SELECT FROM open_lines p WHERE p.order_id = ANY(the_orders)) THEN RETURN; END IF;',
      },
    ],
    caughtBy: ['test/api/stock.test.ts'],
  },
  {
    name: 'names only the first hundred that a count left out',
    edits: [
      {
        file: 'src/features/staff-jobs/staff-jobs.schema.ts',
        find: 'hasEnded(status) ? problemCount : MAX_NAMED;',
        replace: 'hasEnded(status) ? Math.min(problemCount, MAX_NAMED) : MAX_NAMED;',
      },
    ],
    caughtBy: ['test/api/stock-counts.test.ts'],
  },
  {
    name: 'makes a second job of a count that is sent again',
    edits: [
      {
        file: 'src/features/stock-counts/stock-counts.ts',
        find: 'id: key === null ? newJobId() : jobIdOf(admin.id, key),',
        replace: 'id: newJobId(),',
      },
    ],
    caughtBy: ['test/api/stock-counts.test.ts'],
  },
  {
    name: 'finds the count of a colleague under a key as the own one',
    edits: [
      {
        file: 'src/features/stock-counts/stock-counts.ts',
        find: 'hashOf([sender, key])',
        replace: "hashOf([sender && 'staff', key])",
      },
    ],
    caughtBy: ['test/api/stock-counts.test.ts'],
  },
  {
    name: 'forgets counts that another tab has sent meanwhile',
    edits: [
      {
        file: 'src/web/routes/console/stock-count/sent-counts.ts',
        find: 'if (sentCounts()?.key === key) forget(SENT_STORED_AS);',
        replace: 'if (key) forget(SENT_STORED_AS);',
      },
    ],
    caughtBy: ['src/web/routes/console/stock-count/sent-counts.test.ts'],
  },
  {
    name: 'begins an undo that failed anew, which keeps what it has taken back',
    edits: [
      {
        file: 'src/features/staff-jobs/staff-jobs.ts',
        find: "if (isUndo(job)) return { status: 'undoing', ...ended };",
        replace: 'void isUndo;',
      },
    ],
    caughtBy: ['test/api/stock-counts.test.ts'],
  },
  {
    name: 'takes a count back although staff changed the stock since',
    edits: [
      {
        file: 'src/features/inventory/apply-counts.ts',
        find: 'adjusted.has(variantId) || before',
        replace: 'before',
      },
    ],
    caughtBy: ['test/api/stock-counts.test.ts'],
  },
  {
    name: 'undoes an adjustment as often as it is asked',
    edits: [{ file: ADJUST, find: 'key: undoKey,', replace: 'key: null,' }],
    caughtBy: ['test/api/stock.test.ts'],
  },
  {
    name: 'undoes an adjustment of a stock that was counted since',
    edits: [
      {
        file: ADJUST,
        find: 'if (!isDone && (await isAdjustedAfter(tx, made))) {',
        replace: 'if (!isDone && (await isAdjustedAfter(tx, made)) && key === sku) {',
      },
    ],
    caughtBy: ['test/api/stock.test.ts'],
  },
  {
    name: 'leaves it to the database to say that nothing is left',
    edits: noGuardInCode,
    caughtBy: ['test/races/stock.test.ts'],
  },
  {
    name: 'sells what is not there, and the database has no guard either',
    edits: [
      ...noGuardInCode,
      {
        file: TABLES,
        find: 'CHECK ("variants"."on_hand" >= 0)',
        replace: 'CHECK ("variants"."on_hand" >= -1000000)',
      },
    ],
    caughtBy: ['test/races/stock.test.ts', 'test/db/constraints-shop.test.ts'],
  },
  {
    name: 'reads the stock without a lock',
    edits: [
      { file: STOCK, find: ".for('update', { of: variants })", replace: '' },
      { file: STOCK, find: 'and variants.on_hand + wanted.quantity >= 0', replace: '' },
    ],
    caughtBy: ['test/races/stock.test.ts'],
  },
  {
    name: 'keeps the stock of a cancelled order',
    edits: [
      {
        file: 'src/features/orders/unpaid/close-order.ts',
        find: 'await giveBackStock(tx, { id: order.id, actor, at });',
        replace: 'void giveBackStock;',
      },
    ],
    caughtBy: ['test/api/orders.test.ts'],
  },
  {
    name: 'gives stock back without a movement',
    edits: [
      {
        file: STOCK,
        find: `\${value('createdAt')}::timestamptz
    from moved order by id`,
        replace: `\${value('createdAt')}::timestamptz
    from moved where quantity < 0 order by id`,
      },
    ],
    caughtBy: ['test/api/orders.test.ts'],
  },
  {
    name: 'lets staff take what orders reserve',
    edits: [noReservedCheck],
    caughtBy: ['test/api/stock.test.ts', 'test/races/stock.test.ts'],
  },
  {
    name: 'takes the number on hand for what is available when stock is counted',
    edits: [
      {
        file: ADJUST,
        find: 'setTo - before.onHand',
        replace: 'setTo - before.available',
      },
    ],
    caughtBy: ['test/api/stock.test.ts'],
  },
  {
    name: 'sells units on the shelf again that are still to be shipped',
    edits: [{ file: ADJUST, find: 'counted - toShip;', replace: 'counted;' }],
    caughtBy: ['test/api/stock.test.ts'],
  },
  {
    name: 'takes units of a bulk edit back from a stock that was counted since',
    edits: [
      {
        file: 'src/features/product-management/undo-products.ts',
        find: '(counts.has(variant.id) ? 0 : (units.get(variant.id) ?? 0))',
        replace: '(units.get(variant.id) ?? 0)',
      },
    ],
    caughtBy: ['test/api/bulk-edits.test.ts'],
  },
  {
    name: 'reads the stock of an adjustment without a lock',
    edits: [
      {
        file: 'src/features/inventory/adjust-stock.store.ts',
        find: ".for('update')",
        replace: '',
      },
    ],
    caughtBy: ['test/races/stock.test.ts'],
  },
  {
    name: 'adjusts stock again when the request is repeated',
    edits: [{ file: ADJUST, find: 'requestKey: key,', replace: 'requestKey: null,' }],
    caughtBy: ['test/api/stock.test.ts'],
  },
  {
    name: 'takes the key of one staff member for that of another',
    edits: [
      {
        file: 'src/features/inventory/adjust-stock.store.ts',
        find: 'eq(stockMovements.actor, actor), ',
        replace: '',
      },
    ],
    caughtBy: ['test/api/stock.test.ts'],
  },
  {
    name: 'replaces a number of stock that is no longer the shown one',
    edits: [{ file: ADJUST, find: 'if (now === from) return;', replace: 'if (now >= 0) return;' }],
    caughtBy: ['test/api/stock.test.ts'],
  },
];
