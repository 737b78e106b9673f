/** The products as rows of a sheet. */
import { sheetFields } from '#features/product-management/bulk-edit.schema.ts';
import { readAmount } from '#shared/read-amount.ts';
import { FORMER_UNSEEN, isFormerUnseen } from '#shared/unseen-former-price.ts';
import { shop } from '#shop-config';
import { CutStart } from '../../../components/console/sheet/cut-start.tsx';
import type { SheetColumn, SheetModel } from '../../../components/console/sheet/sheet-model.ts';
import { TOUCH_HELP } from '../../../components/console/sheet/touch-help.ts';
import { Link } from '../../../ui/link.tsx';
import { isEditable, readCell, statusChoices } from './product-cells.ts';
import {
  amountColumns,
  type Column,
  columns,
  type ProductRow,
  rowLabel,
  sharedBy,
} from './product-rows.ts';

const labels: Record<Column, string> = {
  ...sheetFields,
  size: 'Size',
  color: 'Colour',
  option: 'Option',
  sku: 'SKU',
  available: 'Available',
};

const NARROW = 'minmax(5rem,1fr)';
const widths: Record<Column, string> = {
  size: 'minmax(3.5rem,0.6fr)',
  color: NARROW,
  option: NARROW,
  sku: 'minmax(8rem,1.6fr)',
  price: NARROW,
  compareAtPrice: 'minmax(5.75rem,1fr)',
  cost: NARROW,
  onHand: NARROW,
  available: NARROW,
  lowStockAt: NARROW,
  status: 'minmax(5.5rem,1fr)',
  category: 'minmax(6.5rem,1fr)',
  tags: 'minmax(8rem,1.8fr)',
};

const numbers = new Set<Column>([...amountColumns, 'onHand', 'available', 'lowStockAt']);

const HELP =
  'Type to replace a cell, F2 changes it. Tab, Enter and arrows move; Shift and arrows select. Ctrl-C and Ctrl-V copy and paste, also from Excel and Google Sheets. Ctrl-D fills down, Ctrl-Z undoes. Escape leaves the grid.';

/** A line above the first row of a product. */
const FIRST_ROW =
  'before:absolute before:inset-x-0 before:-top-px before:z-10 before:h-px before:bg-line-strong';

/** `base` has the rows as they were loaded: cells that differ are marked. */
export function productModel(
  base: ReadonlyMap<string, ProductRow>,
  categories: readonly string[],
): SheetModel<ProductRow, Column> {
  const choices: Partial<Record<Column, readonly string[]>> = {
    status: statusChoices,
    category: categories,
  };
  const isChanged = (column: Column, row: ProductRow) =>
    base.get(row.key)?.[column] !== row[column];
  const hasOption = [...base.values()].some(({ option }) => option !== '');
  const isNeeded = (column: Column) => column !== 'option' || hasOption;
  return {
    label: 'Products',
    header: { label: 'Product', width: 'minmax(8rem,1.8fr)' },
    columns: columns.filter(isNeeded).map((name) => columnOf(name, choices[name])),
    rowLabel,
    drawHeader: ({ name, isFirst }) => (
      <span className={isFirst ? undefined : 'font-normal text-ink-soft'}>{name}</span>
    ),
    isEditable: (column) => isEditable(column),
    show: (column, row) => row[column],
    read: (column, text) => readCell(column, text, categories),
    hasQuotes: (column) => column === 'tags',
    value: (column, row) => row[column],
    sharedBy,
    write: (column, row, value) => ({ ...row, [column]: value }),
    draw(column, row) {
      const text = row[column];
      if (column === 'available') return <StockLink row={row} />;
      if (text === '' && column === 'lowStockAt') {
        return <span className="text-ink-soft">{shop.lowStockAt}</span>;
      }
      if (column === 'sku') return <CutStart text={text} />;
      return text === '' ? null : (
        <span className="truncate" title={isChanged(column, row) ? wasOf(column, row) : undefined}>
          {text}
        </span>
      );
    },
    warning: (column, { price, compareAtPrice }) =>
      column === 'compareAtPrice' && isFormerUnseen(readAmount(price), readAmount(compareAtPrice))
        ? FORMER_UNSEEN
        : null,
    addressOf: (column, { key }) => (column === 'available' ? `/admin/stock/${key}` : null),
    rowLook: ({ isFirst }) => isFirst && FIRST_ROW,
    cellLook: (column, row) => isChanged(column, row) && 'bg-success-tint font-semibold',
    touchHelp: TOUCH_HELP,
    help: HELP,
  };

  function wasOf(column: Column, row: ProductRow): string {
    return `Was ${base.get(row.key)?.[column] || 'empty'}`;
  }
}

function columnOf(name: Column, choices: readonly string[] | undefined): SheetColumn<Column> {
  const isNumber = numbers.has(name);
  const column = { name, label: labels[name], width: widths[name], isNumber };
  return choices ? { ...column, choices } : column;
}

function StockLink({ row }: { row: ProductRow }) {
  return (
    <Link
      to={`/admin/stock/${row.key}`}
      tabIndex={-1}
      draggable={false}
      className="link"
      aria-label={`${row.available} available, stock of ${row.sku}`}
    >
      {row.available}
    </Link>
  );
}
