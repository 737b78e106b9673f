// biome-ignore-all lint/a11y/useSemanticElements: rows out of sight are not in the page, which a table can't leave out
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells take the focus
import { memo } from 'react';
import { Link } from 'react-router';
import { thumbOf } from '#shared/image-names.ts';
import { classNames } from '../../../ui/class-names.ts';
import { isEditable, showCell } from './cell-values.ts';
import {
  type Column,
  columns,
  type DraftImage,
  type Inherited,
  type Row,
  rowLabel,
} from './draft.ts';
import { columnLabels } from './field-labels.ts';
import { SheetEditor } from './sheet-editor.tsx';

export const ROW_HEIGHT = 36;
/** The name of the variant, the cells, and the button at the end. */
export const GRID_COLUMNS =
  'minmax(6.5rem,1.4fr) minmax(4.75rem,1fr) minmax(5.75rem,1fr) repeat(2,minmax(4.75rem,1fr)) minmax(9rem,2fr) minmax(6.5rem,1.4fr) minmax(5.5rem,1fr) minmax(4rem,0.8fr) 4.5rem';

export interface Typing {
  text: string;
  /** Arrow keys leave the cell while what is typed replaces its text. */
  replaces: boolean;
}

export interface SheetRowProps {
  row: Row;
  index: number;
  top: number;
  images: DraftImage[];
  /** The product's values, which empty cells stand for. */
  inherited: Inherited;
  errors: Partial<Record<Column, string>> | undefined;
  /** The selected columns of this row; `from` is after `to` where none is. */
  from: number;
  to: number;
  /** The column with the focus; -1 in all other rows. */
  focused: number;
  typing: Typing | null;
  onType: (text: string) => void;
  onCommit: (by: { row: number; column: number } | 'next' | 'back' | 'stay' | null) => void;
  onCancel: () => void;
  onToggle: (key: string) => void;
}

export const cellId = (row: number, column: number) => `cell-${row}-${column}`;

/** A row of the grid. It is drawn again only when something of it changes. */
export const SheetRow = memo(function SheetRow(props: SheetRowProps) {
  const { row, index, top, onToggle } = props;
  const label = rowLabel(row);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classNames(
        'absolute top-0 left-0 grid w-full border-b border-line text-sm',
        row.archived && 'opacity-60',
      )}
      style={{
        height: ROW_HEIGHT,
        transform: `translateY(${top}px)`,
        gridTemplateColumns: GRID_COLUMNS,
      }}
    >
      <div
        role="rowheader"
        className="sticky left-0 z-10 flex min-w-0 items-center border-r border-line bg-surface px-2 font-medium"
      >
        <span className="truncate" title={label}>
          {label}
        </span>
      </div>
      {columns.map((column, place) => (
        <SheetCell key={column} {...props} column={column} place={place} />
      ))}
      <div role="gridcell" className="flex items-center justify-center">
        <button
          type="button"
          tabIndex={-1}
          className="link min-h-6 text-ink-soft"
          onClick={() => onToggle(row.key)}
        >
          {row.archived ? 'Restore' : row.id ? 'Archive' : 'Remove'}
          <span className="sr-only"> {label}</span>
        </button>
      </div>
    </div>
  );
});

function SheetCell(props: SheetRowProps & { column: Column; place: number }) {
  const { row, index, errors, from, to, focused, typing, column, place } = props;
  const isFocused = focused === place;
  const isSelected = place >= from && place <= to;
  const error = errors?.[column];
  return (
    <div
      role="gridcell"
      id={cellId(index, place)}
      data-row={index}
      data-column={place}
      tabIndex={isFocused ? 0 : -1}
      aria-selected={isSelected}
      aria-readonly={!isEditable(column, row) || undefined}
      aria-invalid={error ? true : undefined}
      title={error}
      className={classNames(
        'relative flex min-w-0 cursor-cell items-center border-r border-line px-2 outline-none select-none',
        isNumber(column) && 'justify-end tabular-nums',
        isSelected && 'bg-accent-tint',
        error && 'shadow-[inset_0_0_0_1px_var(--danger)]',
        isFocused && 'z-[5] shadow-[inset_0_0_0_2px_var(--accent)]',
      )}
    >
      {isFocused && typing ? (
        <SheetEditor
          label={`${columnLabels[column]} of ${rowLabel(row)}`}
          typing={typing}
          isNumber={isNumber(column)}
          onType={props.onType}
          onCommit={props.onCommit}
          onCancel={props.onCancel}
        />
      ) : (
        <CellContent {...props} />
      )}
      {error ? <span className="sr-only">{error}</span> : null}
    </div>
  );
}

function CellContent({ row, column, images, inherited }: SheetRowProps & { column: Column }) {
  const text = showCell(column, row, images);
  if (column === 'available' && row.id) {
    return (
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
  if (text !== '') return <span className="truncate">{text}</span>;
  const stands = standsFor(column, inherited);
  return stands ? <span className="truncate text-ink-soft">{stands}</span> : null;
}

function standsFor(column: Column, fields: Inherited): string {
  if (column === 'available') return '0';
  if (column === 'sku') return 'made for you';
  if (column === 'barcode' || column === 'image') return '';
  return fields[column];
}

const isNumber = (column: Column) => column !== 'sku' && column !== 'barcode' && column !== 'image';
