/** The variants of a product as rows of a sheet. */

import { readAmount } from '#shared/read-amount.ts';
import { thumbOf } from '#shared/renditions.ts';
import { FORMER_UNSEEN, isFormerUnseen } from '#shared/unseen-former-price.ts';
import { shop } from '#shop-config';
import { CutStart } from '../../../components/console/sheet/cut-start.tsx';
import type { SheetColumn, SheetModel } from '../../../components/console/sheet/sheet-model.ts';
import { TOUCH_HELP } from '../../../components/console/sheet/touch-help.ts';
import { Link } from '../../../ui/link.tsx';
import { isEditable, readCell, showCell } from './cell-values.ts';
import {
  type Column,
  columns,
  type DraftImage,
  type Inherited,
  type Row,
  rowLabel,
} from './draft.ts';
import { columnLabels } from './field-labels.ts';

const AMOUNT = 'minmax(4.5rem,1fr)';
const UNITS = 'minmax(3.75rem,1fr)';
/** On a laptop, all columns up to the weight fit beside the other panels. */
const widths: Record<Column, string> = {
  price: AMOUNT,
  compareAtPrice: AMOUNT,
  cost: AMOUNT,
  onHand: UNITS,
  available: 'minmax(4rem,1fr)',
  lowStockAt: UNITS,
  sku: 'minmax(7.5rem,2fr)',
  barcode: 'minmax(6.75rem,1.4fr)',
  weight: UNITS,
  image: 'minmax(4rem,0.8fr)',
};

const sheetColumns: SheetColumn<Column>[] = columns.map((name) => ({
  name,
  label: columnLabels[name],
  width: widths[name],
  isNumber: name !== 'sku' && name !== 'barcode' && name !== 'image',
}));

/**
 * `inherited` are the product's values, which apply to empty cells. `madeSku` is the SKU that a row
 * without one gets when it is saved; a number may follow.
 */
export function variantModel(
  images: DraftImage[],
  inherited: Inherited,
  madeSku: (row: Row) => string,
  /** Whether the variants have all three options, and so long names. */
  hasThree = false,
): SheetModel<Row, Column> {
  return {
    label: 'Variants',
    header: { label: 'Variant', width: hasThree ? 'minmax(11rem,2fr)' : 'minmax(6.5rem,1.4fr)' },
    columns: sheetColumns,
    rowLabel,
    isEditable,
    show: (column, row) => showCell(column, row, images),
    stands: (column) => standsFor(column, inherited),
    read: (column, text) => readCell(column, text, images),
    value: (column, row) => row[column],
    write: (column, row, value) => ({ ...row, [column]: value }),
    draw(column, row) {
      const text = showCell(column, row, images);
      const isMade = column === 'sku' && row.id === null;
      return draw(column, row, text, isMade ? madeSku(row) : standsFor(column, inherited));
    },
    warning: (column, row) => warningOf(column, row, inherited),
    addressOf: (column, { id }) => (column === 'available' && id ? `/admin/stock/${id}` : null),
    rowLook: ({ archived }) => archived && 'opacity-60',
    action: {
      header: 'Archive',
      label: ({ archived, id }) => (archived ? 'Restore' : id ? 'Archive' : 'Remove'),
    },
    touchHelp: `${TOUCH_HELP} The button at its end archives a row.`,
    help: 'Type to replace a cell, F2 changes it. Tab, Enter and arrows move; Shift and arrows select. Ctrl-C and Ctrl-V copy and paste, also from Excel and Google Sheets. Ctrl-D fills down, Ctrl-Z undoes. Shift-Delete archives the row. Escape leaves the grid.',
  };
}

/** A compare-at price that customers don't see. Of inherited prices, the product's field tells. */
function warningOf(column: Column, row: Row, inherited: Inherited): string | null {
  const isOwn = row.price !== '' || row.compareAtPrice !== '';
  if (column !== 'compareAtPrice' || row.archived || !isOwn) return null;
  const price = readAmount(row.price || inherited.price);
  const former = readAmount(row.compareAtPrice || inherited.compareAtPrice);
  return isFormerUnseen(price, former) ? FORMER_UNSEEN : null;
}

/** `stands` is what an empty cell stands for. */
function draw(column: Column, row: Row, text: string, stands: string) {
  if (column === 'available') {
    return row.id === null ? null : (
      <Link
        to={`/admin/stock/${row.id}`}
        tabIndex={-1}
        draggable={false}
        className="link"
        aria-label={`${text} available, stock of ${row.sku}`}
      >
        {text}
      </Link>
    );
  }
  if (column === 'image' && row.image) {
    const isKnown = /^(\/|https?:)/.test(row.image);
    return (
      <>
        {isKnown ? (
          <img
            src={thumbOf(row.image)}
            alt=""
            width={24}
            height={30}
            className="mr-2 h-7 w-6 object-cover"
          />
        ) : null}
        {text === row.image && isKnown ? 'own' : text}
      </>
    );
  }
  if (column === 'sku') return <CutStart text={text || stands} isMade={text === ''} />;
  if (text !== '') return <span className="truncate">{text}</span>;
  return stands ? <span className="truncate text-ink-soft">{stands}</span> : null;
}

function standsFor(column: Column, fields: Inherited): string {
  if (column === 'onHand') return '0';
  if (column === 'lowStockAt') return String(shop.lowStockAt);
  if (column === 'sku' || column === 'available' || column === 'barcode' || column === 'image')
    return '';
  return fields[column];
}
