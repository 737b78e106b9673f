import { expect, test } from 'vitest';
import type { AuditEntry } from '#features/audit-log/audit-log.schema.ts';
import { idsIn, toShown } from './shown-entry.ts';

const entry = (action: string, subject: string, detail: Record<string, unknown>): AuditEntry => ({
  ...{ id: '1', actor: 'usr_ann', at: '2026-11-25T10:00:00.000Z', action, subject, detail },
});
const names = new Map([
  ['usr_ann', 'Ann, ann@example.com'],
  ['usr_bob', 'Bob, bob@example.com'],
  ['prd_1', 'Coat'],
  ['ord_1', '7K3M-2Q9D'],
  ['cat_1', 'Hats'],
  ['col_1', 'Summer'],
  ['pag_1', 'About us'],
  ['Full Set', 'Whole Sets'],
  ['pin_1', 'coat'],
  ['zon_1', 'Delivery zone Dhaka'],
]);
const jobs = new Set(['job_1', 'job_2', 'job_3']);
const images = new Set(['/uploads/new.jpg']);
const shown = (...of: Parameters<typeof entry>) => toShown(entry(...of), { names, jobs, images });

test('an entry names what was changed and leads to it', () => {
  const subjectOf = (...of: Parameters<typeof entry>) => shown(...of).subjects[0];
  const coat = { to: '/admin/products/prd_1', name: 'Coat' };
  expect(subjectOf('product.edit', 'prd_1', { name: 'Coat' })).toEqual(coat);
  const order = { to: '/admin/orders/ord_1', name: '7K3M-2Q9D' };
  expect(subjectOf('order.hold', 'ord_1', {})).toEqual(order);
  const hats = { to: '/admin/categories/cat_1', name: 'Hats' };
  expect(subjectOf('category.add', 'cat_1', { name: 'Hats' })).toEqual(hats);
  expect(subjectOf('category.remove', 'cat_1', { name: 'Hats' })).toEqual({ ...hats, to: null });
  // One of the categories that a shop begins with.
  const sets = { to: '/admin/categories/Full%20Set', name: 'Whole Sets' };
  const renamed = entry('category.edit', 'Full Set', { name: 'Full Set' });
  expect(subjectOf('category.edit', 'Full Set', { name: 'Full Set' })).toEqual(sets);
  expect(idsIn([renamed, entry('category.order', 'categories', {})]).records).toEqual(['Full Set']);
  // It was removed later.
  expect(subjectOf('category.add', 'cat_2', { name: 'Hats' })).toEqual({ ...hats, to: null });
  const file = { to: '/admin/imports/job_1', name: 'spring.csv' };
  expect(subjectOf('job.start', 'job_1', { kind: 'import', file: 'spring.csv' })).toEqual(file);
  const count = { to: '/admin/bulk-edits/job_3', name: 'Stock count' };
  expect(subjectOf('job.start', 'job_3', { kind: 'stockCount' })).toEqual(count);
  const made = shown('product.import', 'prd_1', { name: 'Coat', job: 'job_1', changed: {} });
  expect(made.subjects).toEqual([coat, { to: '/admin/imports/job_1', name: 'Import' }]);
  expect(made.facts).toEqual([]);
  const edited = shown('product.undoBulkEdit', 'prd_1', { name: 'Coat', job: 'job_2' });
  expect(edited.subjects[1]).toEqual({ to: '/admin/bulk-edits/job_2', name: 'Bulk edit' });
  const bulk = { to: '/admin/bulk-edits/job_2', name: 'Bulk edit' };
  expect(subjectOf('job.undo', 'job_2', { kind: 'bulkEdit' })).toEqual(bulk);
  const bob = { to: '/admin/customers/usr_bob', name: 'Bob, bob@example.com' };
  expect(subjectOf('account.role', 'usr_bob', { role: 'admin' })).toEqual(bob);
});

test.each([
  ['job.start', { kind: 'import', dryRun: true }, 'Checked a file of products'],
  ['job.cancel', { kind: 'import', dryRun: true }, 'Cancelled the check of a file of products'],
  ['job.start', { kind: 'import', dryRun: false }, 'Started an import'],
  ['job.start', { kind: 'bulkEdit' }, 'Started a bulk edit'],
  ['job.undo', { kind: 'import' }, 'Took back an import'],
  ['job.undo', { kind: 'stockCount' }, 'Took back a stock count'],
])('%s of %j says which job it is', (action, detail, said) => {
  expect(shown(action, 'job_1', { ...detail, file: 'a.csv' })).toMatchObject({
    ...{ action: said, facts: [] },
  });
});

test('a change of stock has the numbers on hand before and after, and no key of its request', () => {
  const detail = { sku: 'C-1', before: 4, after: 9, reason: 'received', key: 'k', setTo: null };
  expect(shown('stock.adjust', 'var_1', detail)).toMatchObject({
    action: 'Changed the stock of a variant',
    actor: 'Ann, ann@example.com',
    subjects: [{ to: '/admin/stock/var_1', name: 'C-1' }],
    fields: [{ label: 'On hand', before: '4', after: '9' }],
    facts: ['Reason: Received'],
  });
});

test('a change of several products names the first ones', () => {
  const earlier = Array.from({ length: 7 }, (_, at) => ({ id: `prd_${at}` }));
  const { subjects, facts } = shown('product.editMany', 'bat_1', { change: 'draft', earlier });
  expect(subjects).toHaveLength(5);
  expect(subjects[1]).toEqual({ to: '/admin/products/prd_1', name: 'Coat' });
  expect(facts).toEqual(['7 products', 'Set to draft']);
  expect(idsIn([entry('product.editMany', 'bat_1', { earlier })]).products).toHaveLength(5);
});

test('what was removed since has its name and no link, and neither has a job that is not stored any more', () => {
  for (const [action, kind, page, name] of [
    ['category.edit', 'cat', 'categories', 'Hats'],
    ['collection.edit', 'col', 'collections', 'Summer'],
    ['page.edit', 'pag', 'pages', 'About us'],
    ['pins.edit', 'pin', 'searches/pins', 'coat'],
  ] as const) {
    const detail = kind === 'pin' ? { query: name } : { name };
    const there = shown(action, `${kind}_1`, detail).subjects;
    expect(there).toEqual([{ to: `/admin/${page}/${kind}_1`, name }]);
    expect(shown(action, `${kind}_9`, detail).subjects).toEqual([{ to: null, name }]);
  }
  const old = shown('job.start', 'job_9', { kind: 'import', file: 'old.csv' });
  expect(old.subjects).toEqual([{ to: null, name: 'old.csv' }]);
  const made = shown('product.import', 'prd_1', { name: 'Coat', job: 'job_9', changed: {} });
  expect(made.subjects[1]).toEqual({ to: null, name: 'Import' });
  const ids = idsIn([
    entry('pins.boost', 'pin_1', {
      changed: { boosts: [[], [{ kind: 'category', value: 'cat_1', steps: 2 }]] },
    }),
    entry('collection.edit', 'col_1', { changed: { products: [['prd_2'], ['prd_1', 'prd_2']] } }),
    entry('product.import', 'prd_3', { job: 'job_1' }),
    entry('page.add', 'pag_1', {}),
    entry('delivery.editZone', 'zon_1', {}),
  ]);
  expect(ids).toMatchObject({
    records: ['pin_1', 'col_1', 'cat_1'],
    pages: ['pag_1'],
    zones: ['zon_1'],
  });
  expect(ids).toMatchObject({ products: ['prd_3', 'prd_1'], jobs: ['job_1'] });
});

test.each([
  [{ change: 'renameTag', tag: 'old', to: 'new' }, 'Rename the tag “old” to “new”'],
  [{ change: 'untag', tag: 'old' }, 'Remove the tag “old”'],
  [
    { change: 'percent', percent: '-10', to99: 'yes' },
    'Change the prices by -10 %, rounded to .99',
  ],
  [{ change: 'category', category: 'Shoes' }, 'Move to Shoes'],
  [{ change: 'draft' }, 'Set to draft'],
  [{ change: 'unheardOf' }, 'Change: unheardOf'],
])('a bulk edit with %j says %s', (change, said) => {
  const { facts } = shown('job.start', 'job_2', { kind: 'bulkEdit', products: '3', ...change });
  expect(new Set(facts)).toEqual(new Set(['Products: 3', said]));
});

test('choices, changed products and boosts are named', () => {
  const exported = { payment: 'partly_refunded, voided', returns: 'to_send', hasText: true };
  expect(shown('export.orders', 'orders.csv', exported).facts).toEqual([
    ...['Payment: Partly refunded, Cancelled', 'Returns: Exchange to send', 'Has text: yes'],
  ]);
  const tagged = { added: ['gift', 'vip'], removed: [] };
  expect(shown('order.tag', 'ord_1', tagged).facts).toEqual(['Tags added: gift, vip']);
  expect(shown('order.tag', 'ord_1', { added: 1, removed: 0 }).facts).toEqual(['Tags added: 1']);
  const fieldsOf = (changed: object) =>
    shown('collection.edit', 'col_1', { changed }).fields.map((field) => Object.values(field));
  expect(
    fieldsOf({
      products: [
        ['prd_2', 'prd_3'],
        ['prd_3', 'prd_1'],
      ],
    }),
  ).toEqual([['Products', 'prd_2', 'Coat']]);
  expect(
    fieldsOf({
      products: [
        ['prd_1', 'prd_3'],
        ['prd_3', 'prd_1'],
      ],
    }),
  ).toEqual([['Order of the products', 'Coat, prd_3', 'prd_3, Coat']]);
  const boost = { kind: 'category', value: 'cat_1', steps: -1 };
  // Which is the id of a category, too.
  const brand = { kind: 'brand', value: 'Full Set', steps: 2 };
  expect(fieldsOf({ boosts: [[boost], [brand]], 'rule minMinor': [null, 500] })).toEqual([
    ['Rule: Lowest price', 'nothing', '$5.00'],
    ['Boosts', 'Category Hats 1 step down', 'Brand Full Set 2 steps up'],
  ]);
});

test.each([
  ['delivery.editZone', 'zon_1', { zone: 'Old' }, 'Delivery zone Dhaka', '/admin/delivery/zon_1'],
  ['delivery.removeZone', 'zon_9', { zone: 'Gone' }, 'Delivery zone Gone', null],
  ['delivery.addZone', 'zon_9', { changed: { name: [null, 'Far'] } }, 'Delivery zone Far', null],
  ['delivery.orderZones', 'zones', {}, 'Order of the delivery zones', '/admin/delivery'],
  [
    'synonyms.edit',
    'syn_1',
    { changed: { words: [['a'], ['a', 'b']] } },
    'a, b',
    '/admin/synonyms',
  ],
  ['text.edit', 'shell.addToCart', {}, 'Add To Cart', '/admin/texts#shell.addToCart'],
  ['text.edit', 'shell.gone', {}, 'shell.gone', '/admin/texts#shell.gone'],
  ['return-policy.edit', 'return-policy', {}, 'Return policy', '/admin/return-policy'],
  ['taxes.edit', 'taxes', {}, 'Taxes', '/admin/taxes'],
  ['category.order', 'categories', {}, 'Order of the categories', '/admin/categories'],
  ['collection.order', 'collections', {}, 'Order of the collections', '/admin/collections'],
  ['page.order', 'pages', {}, 'Order of the pages', '/admin/pages'],
  // What customers searched for is no setting.
  ['searches.hide', 'taxes', {}, 'taxes', null],
])('%s of %s with %j is of %s', (action, subject, detail, name, to) => {
  expect(shown(action, subject, detail)).toMatchObject({ subjects: [{ name, to }], facts: [] });
});

test('a saved view leads to what it lists, also after it was deleted', () => {
  const cheap = { list: 'products', name: 'Cheap', params: 'max=150&min=100' };
  const renamed = shown('view.rename', 'viw_1', { ...cheap, earlierName: 'Low' });
  const subjects = [{ to: '/admin/products?max=150&min=100', name: 'Cheap' }];
  expect(renamed).toMatchObject({ subjects, facts: ['List: Products', 'Earlier name: Low'] });
  expect(shown('view.delete', 'viw_1', cheap).subjects).toEqual(subjects);
  const ofOrders = shown('view.delete', 'viw_2', { list: 'orders', name: 'Late' });
  expect(ofOrders.subjects).toEqual([{ to: '/admin/orders', name: 'Late' }]);
});

test('a change of a role has the role before', () => {
  const changeTo = (role: string) => shown('account.role', 'usr_bob', { role });
  expect(changeTo('admin')).toMatchObject({
    ...{ facts: [], fields: [{ label: 'Role', before: 'customer', after: 'admin' }] },
  });
  expect(changeTo('shopper').fields).toMatchObject([{ before: 'admin', after: 'customer' }]);
  expect(shown('account.delete', 'usr_gone', {}).subjects).toEqual([
    { to: null, name: 'usr_gone' },
  ]);
});

test('an addition has the name of then, if it has another one today', () => {
  expect(shown('category.add', 'cat_1', { name: 'Caps' })).toMatchObject({
    ...{ subjects: [{ name: 'Hats' }], facts: ['Name then: Caps'] },
  });
  expect(shown('category.add', 'cat_1', { name: 'Hats' }).facts).toEqual([]);
  expect(shown('page.add', 'pag_1', { name: 'Us' }).facts).toEqual(['Name then: Us']);
  expect(shown('category.edit', 'cat_1', { name: 'Caps', changed: {} }).facts).toEqual([]);
});

test('the image of a section is linked while it has it, and a removed section has what it had', () => {
  const imageOf = (url: string) =>
    shown('category.edit', 'cat_1', { changed: { imageUrl: [null, url] } }).subjects[1];
  const image = { to: '/uploads/new.jpg', name: 'Image', isFile: true };
  expect(imageOf('/uploads/new.jpg')).toEqual(image);
  expect(imageOf('/uploads/old.jpg')).toBeUndefined();
  const detail = {
    ...{ name: 'Summer', slug: 'summer', description: '', imageUrl: '/uploads/old.jpg' },
    ...{ 'rule tags': [], 'rule minMinor': 500, 'rule maxMinor': null, 'rule inStock': false },
    products: ['prd_1', 'prd_2'],
  };
  expect(shown('collection.remove', 'col_9', detail).facts).toEqual([
    ...['Address: summer', 'Image: old.jpg', 'Rule: Lowest price: $5.00', 'Products: 2'],
  ]);
});

test('facts are words, money and numbers, without ids and records', () => {
  const detail = {
    ...{ fulfillmentId: 'ful_01m8', toShip: 3, amountMinor: 1_250, note: 'Paid by bank' },
    ...{ previous: { name: 'x' }, left: null, orders: ['ord_1', 'ord_2'] },
  };
  expect(shown('order.fulfill', 'ord_1', detail).facts).toEqual([
    ...['To ship: 3', 'Amount: $12.50', 'Note: Paid by bank', 'Orders: 2'],
  ]);
});
