import type { Sabotage } from './patch.ts';

const TAGS = 'src/features/orders/tags/order-tags.ts';
const caughtBy = ['test/api/order-tags.test.ts'];

/** Ways to break the table of orders and the tags of staff. */
export const orderTable: Sabotage[] = [
  {
    name: 'shows the tags of staff to customers',
    edits: [
      {
        file: 'src/features/orders/view/order-view.ts',
        find: '    ...{ tags: null, customerId: null },\n',
        replace: '    ...{ tags: order.tags, customerId: null },\n',
      },
    ],
    caughtBy,
  },
  {
    name: 'sets tags over a change that nobody saw',
    edits: [{ file: TAGS, find: '    requireSeenVersion(order, version);\n', replace: '' }],
    caughtBy,
  },
  {
    name: 'loses a tag when two people tag the same orders',
    edits: [
      {
        file: 'src/features/orders/tags/order-tags.store.ts',
        find: "\n    .for('no key update')",
        replace: '',
      },
    ],
    caughtBy,
  },
  {
    name: 'replaces a saved view that nobody asked about',
    edits: [
      {
        file: 'src/features/saved-views/saved-views.ts',
        find: '    if (existing && existing.params !== replaces) return existing;\n',
        replace: '',
      },
    ],
    caughtBy: ['test/api/saved-views.test.ts'],
  },
  {
    name: 'forgets the country of an address that staff correct',
    edits: [
      {
        file: 'src/db/migrations/0045_order_table.sql',
        find: 'AFTER INSERT OR UPDATE OF country ON',
        replace: 'AFTER INSERT ON',
      },
    ],
    caughtBy: ['test/api/staff-orders.test.ts'],
  },
  {
    name: 'lists orders to ship whose items were all refunded before they were shipped',
    edits: [
      {
        file: 'src/db/migrations/0073_lowered_prices.sql',
        find: 'IF to_ship > refunded THEN',
        replace: 'IF to_ship > 0 THEN',
      },
    ],
    caughtBy: ['test/api/units-to-pack.test.ts'],
  },
  {
    name: 'takes a refund at a lower price for one of the whole price where it lists orders to ship',
    edits: [
      {
        file: 'src/db/migrations/0073_lowered_prices.sql',
        find: 'IF change.amount_minor + lowered >= line.price_minor * change.quantity THEN',
        replace: 'IF change.amount_minor >= 0 THEN',
      },
    ],
    caughtBy: ['test/api/units-to-pack.test.ts'],
  },
  {
    name: 'finds partly refunded orders as paid ones when several payment statuses are chosen',
    edits: [
      {
        file: 'src/features/orders/lists/payment-conditions.ts',
        find: "if (chosen.includes('none')) {",
        replace:
          "if (chosen.length > 1 && chosen.includes('none')) return undefined;\n  if (chosen.includes('none')) {",
      },
    ],
    caughtBy: ['test/api/staff-orders.test.ts'],
  },
  {
    name: 'reads all orders to offer the tags of the newest',
    edits: [
      {
        file: 'src/features/orders/lists/staff-orders.store.ts',
        find: 'newestFirst(sql`o.created_at`, sql`o.id`)',
        replace: '[sql`o.created_at desc`, sql`o.id desc`]',
      },
    ],
    caughtBy: ['test/db/list-rows.test.ts'],
  },
  {
    name: 'reads all items of an import to list those that changed',
    edits: [
      {
        file: 'src/db/migrations/0049_lists_of_millions.sql',
        find: 'INDEX CONCURRENTLY "staff_job_items_by_outcome" ON "staff_job_items" USING btree ("job_id","outcome","subject")',
        replace:
          'INDEX CONCURRENTLY "staff_job_items_by_outcome" ON "staff_job_items" USING btree ("subject")',
      },
    ],
    caughtBy: ['test/db/list-rows.test.ts'],
  },
  {
    name: 'lists an order as refunded after the bank returned the refund',
    edits: [
      {
        file: 'src/db/migrations/0049_lists_of_millions.sql',
        find: 'THEN change := change - OLD.amount_minor; END IF;',
        replace: 'THEN RETURN NULL; END IF;',
      },
    ],
    caughtBy: ['test/api/debit-notes.test.ts'],
  },
];
