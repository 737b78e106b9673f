import { expect, test } from 'vitest';
import { leftOutText } from '../../../components/console/sheet/left-out.ts';
import { paste } from '../../../components/console/sheet/sheet-edits.ts';
import { operate, type TypedOperation } from './operations.ts';
import { findErrors } from './product-cells.ts';
import { productModel } from './product-model.tsx';
import { editsOf, type ProductRow, rowsOf, withWholeProducts } from './product-rows.ts';

const categories = ['Coats', 'Hats'];
const rows = rowsOf(
  ['A', 'B'].map((name) => ({
    id: name,
    name,
    version: 2,
    status: 'active',
    category: 'Coats',
    tags: ['warm', 'new'],
    variants: ['M', 'S'].map((size, index) => ({
      id: name + size,
      sku: `${name}-${size}`,
      size,
      color: null,
      option: null,
      priceMinor: 2_000 + index,
      compareAtMinor: null,
      costMinor: null,
      onHand: 5,
      available: 4,
      lowStockAt: index === 0 ? null : 2,
    })),
  })),
);
const base = new Map(rows.map((row) => [row.key, row]));
const run = (field: TypedOperation['field'], operation: TypedOperation['operation'], text = '') =>
  operate(rows, { field, operation, text }, categories);
const after = (edits: Map<string, ProductRow> | undefined) =>
  rows.map((row) => withWholeProducts(rows, edits ?? new Map()).get(row.key) ?? row);

test.each([
  ['price', 'set', '$ 7', ['7.00', '7.00', '7.00', '7.00']],
  ['price', 'add', '1,5', ['21.51', '21.50', '21.51', '21.50']],
  ['price', 'add', '-20.01', ['0.00', '-0.01', '0.00', '-0.01']],
  ['price', 'percent', '-10', ['18.01', '18.00', '18.01', '18.00']],
  ['price', 'round', '', ['19.99', '19.99', '19.99', '19.99']],
  ['cost', 'percent', '10', ['', '', '', '']],
  ['cost', 'set', '3', ['3.00', '3.00', '3.00', '3.00']],
  ['onHand', 'add', '-2', ['3', '3', '3', '3']],
  ['lowStockAt', 'add', '2', ['4', '', '4', '']],
  ['status', 'set', 'draft', ['Draft', 'Draft', 'Draft', 'Draft']],
  ['category', 'set', 'hats', ['Hats', 'Hats', 'Hats', 'Hats']],
  ['tags', 'add', 'sale, warm', Array(4).fill('warm, new, sale')],
  ['tags', 'remove', 'new', Array(4).fill('warm')],
  ['tags', 'set', 'sale, "a, b"', Array(4).fill('sale, "a, b"')],
] as const)('%s: %s %j', (field, operation, text, values) => {
  const { edits } = run(field, operation, text);
  expect(after(edits).map((row) => row[field])).toEqual(values);
});

test.each([
  ['price', 'percent', 'much', 'Please type a percentage'],
  ['price', 'add', '', 'Please type an amount'],
  ['onHand', 'add', '1.5', 'Please type whole units'],
  ['tags', 'remove', ' , ', 'Please type a tag'],
] as const)('%s: %s %j is refused', (field, operation, text, problem) => {
  expect(run(field, operation, text).problem).toContain(problem);
});

test('what an operation makes wrong is an error of its cell', () => {
  const found = (field: TypedOperation['field'], text: string) =>
    findErrors(base, after(run(field, 'set', text).edits), categories).get('AS');
  expect(findErrors(base, after(run('price', 'add', '-20.01').edits), categories).size).toBe(2);
  expect(found('price', '')).toEqual({ price: 'A price is needed.' });
  expect(found('status', 'Scheduled')?.status).toContain('needs a time');
  expect(found('category', 'Shoes')).toEqual({ category: 'There is no such category.' });
  expect(found('tags', 'x'.repeat(256))?.tags).toContain('255 characters');
  expect(found('onHand', '-1')).toEqual({ onHand: 'At least 0.' });
  const taken = findErrors(base, after(run('onHand', 'add', '-100').edits), categories);
  expect(taken.get('AS')).toEqual({ onHand: 'At least 0.' });
  expect(found('lowStockAt', '1.5')).toEqual({ lowStockAt: 'Whole units only.' });
  expect(found('cost', '4')).toBeUndefined();
});

test('a tag with a comma stays one tag', () => {
  const tagged = rows.slice(0, 1).map((row) => ({ ...row, tags: 'tAlpha, "red, blue"' }));
  const edited = (operation: 'add' | 'remove', text: string) => {
    const { edits = new Map() } = operate(tagged, { field: 'tags', operation, text }, categories);
    const [sent] = editsOf(new Map(tagged.map((row) => [row.key, row])), [...edits.values()]);
    return sent?.tags;
  };
  expect(edited('add', 'sheet, "a, b"')).toEqual(['tAlpha', 'red, blue', 'sheet', 'a, b']);
  expect(edited('remove', '"red, blue"')).toEqual(['tAlpha']);
});

test('a value of the product is typed into one of its rows, and sent once', () => {
  const [row] = rows as [ProductRow];
  const edited = {
    ...row,
    status: 'Draft',
    tags: 'x',
    price: '9.00',
    onHand: '6',
    cost: '',
    lowStockAt: '',
  };
  const all = after(new Map([[row.key, edited]]));
  expect(all.map(({ status, price }) => [status, price])).toEqual([
    ['Draft', '9.00'],
    ['Draft', '20.00'],
    ['Active', '20.01'],
    ['Active', '20.00'],
  ]);
  expect(editsOf(base, all)).toEqual([
    {
      _id: 'A',
      version: 2,
      status: 'draft',
      tags: ['x'],
      variants: [{ _id: 'AS', price: '9.00', onHand: { from: 5, to: 6 }, lowStockAt: null }],
    },
  ]);
  expect(editsOf(base, rows)).toEqual([]);
});

test.each([
  ['tags', 'beach, linen\n""\n', ['beach, linen', 'beach, linen', 'warm, new', 'warm, new'], 0],
  ['tags', 'sale, "a, b"', ['sale, "a, b"', 'sale, "a, b"', 'warm, new', 'warm, new'], 0],
  ['tags', '"a, b"', ['"a, b"', '"a, b"', 'warm, new', 'warm, new'], 0],
  ['tags', '"""a, b"""', ['"a, b"', '"a, b"', 'warm, new', 'warm, new'], 0],
  ['tags', '""\nbeach\nsea\nsun', ['beach', 'beach', 'sea', 'sea'], 1],
  ['tags', '""\n""', ['', '', 'warm, new', 'warm, new'], 0],
  ['status', 'draft\nDRAFT\narchived\n""', ['Draft', 'Draft', 'Archived', 'Archived'], 0],
  ['status', 'draft\narchived', ['Draft', 'Draft', 'Active', 'Active'], 1],
  // The first row has the value already, so nothing changes.
  ['tags', 'warm, new\nsea', Array(4).fill('warm, new'), 1],
  ['price', '7\n""', ['7.00', '', '20.01', '20.00'], 0],
] as const)(
  'pasted into %s, %j: the first filled value of a product counts',
  (column, text, values, others) => {
    const model = productModel(base, categories);
    const left = model.columns.findIndex(({ name }) => name === column);
    const pasted = paste({ rows, model }, { top: 0, bottom: 0, left, right: left }, text);
    expect(after(pasted.edits).map((row) => row[column])).toEqual(values);
    expect(pasted.leftOut.others).toBe(others);
    const said = leftOutText(pasted.leftOut);
    if (others === 0) expect(said).toBeNull();
    else expect(said).toContain('1 other value: all rows of a product have the same there');
  },
);
