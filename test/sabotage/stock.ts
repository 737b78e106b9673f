import type { Sabotage } from './patch.ts';

const WRITE = 'src/features/checkout/price-and-create-order.ts';
const STOCK = 'src/features/inventory/inventory.store.ts';
const ADJUST = 'src/features/inventory/adjust-stock.ts';
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
        file: 'src/features/orders/close-order.ts',
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
];
