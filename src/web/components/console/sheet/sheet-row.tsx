// biome-ignore-all lint/a11y/useSemanticElements: rows out of sight are not in the page, which a table can't leave out
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells take the focus
import { memo } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { SheetEditor } from './sheet-editor.tsx';
import { type SheetColumn, type SheetItem, type SheetModel, tracksOf } from './sheet-model.ts';

export const ROW_HEIGHT = 36;

export interface Typing {
  text: string;
  /** Whether typing replaces the text of the cell. Then the arrow keys leave the cell. */
  replaces: boolean;
  /** What the cell stands for while it is empty; null for a cell with a text of its own. */
  stands: string | null;
}

export interface SheetRowProps<Row extends SheetItem = SheetItem> {
  model: SheetModel<Row>;
  row: Row;
  index: number;
  top: number;
  errors: Partial<Record<string, string>> | undefined;
  /** The selected columns of this row. `from` is greater than `to` when none is selected. */
  from: number;
  to: number;
  /** The column with the focus; -1 in all other rows. */
  focused: number;
  typing: Typing | null;
  onType: (text: string) => void;
  onCommit: (by: { row: number; column: number } | 'next' | 'back' | 'stay' | null) => void;
  onCancel: () => void;
  onAction: (key: string) => void;
}

export const cellId = (row: number, column: number) => `cell-${row}-${column}`;

/** A row of the grid. It is drawn again only when its data or state changes. */
export const SheetRow = memo(Row) as typeof Row;

function Row<Item extends SheetItem>(props: SheetRowProps<Item>) {
  const { model, row, index, top, onAction } = props;
  const label = model.rowLabel(row);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classNames(
        'absolute top-0 left-0 grid w-full border-b border-line text-sm',
        model.rowLook?.(row),
      )}
      style={{
        height: ROW_HEIGHT,
        transform: `translateY(${top}px)`,
        gridTemplateColumns: tracksOf(model),
      }}
    >
      <div
        role="rowheader"
        className="sticky left-0 z-10 flex min-w-0 items-center border-r border-line bg-surface px-2 font-medium"
      >
        <span className="truncate" title={label}>
          {model.drawHeader?.(row) ?? label}
        </span>
      </div>
      {model.columns.map((column, place) => (
        <SheetCell key={column.name} {...props} column={column} place={place} />
      ))}
      {model.action ? (
        <div role="gridcell" className="flex items-center justify-center">
          <button
            type="button"
            tabIndex={-1}
            className="link min-h-6 text-ink-soft"
            onClick={() => onAction(row.key)}
          >
            {model.action.label(row)}
            <span className="sr-only"> {label}</span>
          </button>
        </div>
      ) : null}
    </div>
  );
}

function SheetCell<Item extends SheetItem>(
  props: SheetRowProps<Item> & { column: SheetColumn; place: number },
) {
  const { model, row, index, errors, from, to, focused, typing, column, place } = props;
  const { name, label, isNumber = false, choices } = column;
  const isFocused = focused === place;
  const isSelected = place >= from && place <= to;
  const error = errors?.[name];
  const note = error ?? model.warning?.(name, row) ?? undefined;
  return (
    <div
      role="gridcell"
      id={cellId(index, place)}
      data-row={index}
      data-column={place}
      tabIndex={isFocused ? 0 : -1}
      aria-selected={isSelected}
      aria-readonly={!model.isEditable(name, row) || undefined}
      aria-invalid={error ? true : undefined}
      title={note}
      className={classNames(
        'relative flex min-w-0 cursor-cell items-center border-r border-line px-1.5 select-none',
        isNumber && 'justify-end tabular-nums',
        isSelected ? 'bg-accent-tint' : model.cellLook?.(name, row),
        note && !error && 'underline decoration-dotted decoration-2 underline-offset-4',
        error && 'shadow-[inset_0_0_0_1px_var(--danger)]',
        isFocused ? 'z-[5] outline-2 -outline-offset-2 outline-accent' : 'outline-none',
      )}
    >
      {isFocused && typing ? (
        <SheetEditor
          label={`${label} of ${model.rowLabel(row)}`}
          typing={typing}
          isNumber={isNumber}
          list={choices && CHOICES}
          onType={props.onType}
          onCommit={props.onCommit}
          onCancel={props.onCancel}
        />
      ) : (
        model.draw(name, row)
      )}
      {isFocused && typing && choices ? <Choices choices={choices} /> : null}
      {note ? <span className="sr-only">{note}</span> : null}
    </div>
  );
}

/** The id of the list of choices. There is only one, because one cell is open at a time. */
const CHOICES = 'sheet-choices';

function Choices({ choices }: { choices: readonly string[] }) {
  return (
    <datalist id={CHOICES}>
      {choices.map((choice) => (
        <option key={choice} value={choice} />
      ))}
    </datalist>
  );
}
