import type { ReactNode } from 'react';

/** A row of a sheet. Rows that do not change stay the same objects. */
export interface SheetItem {
  /** Identifies the row on the page. */
  key: string;
}

export interface SheetColumn<Name extends string = string> {
  name: Name;
  label: string;
  /** A track of a CSS grid. */
  width: string;
  isNumber?: boolean;
  /** Texts to choose from while a cell is typed into. */
  choices?: readonly string[];
}

/**
 * What a sheet shows and how its cells are read. It has to stay the same object while none of that
 * changes. Otherwise all rows are drawn again.
 */
export interface SheetModel<Row extends SheetItem, Name extends string = string> {
  /** The accessible name of the grid. */
  label: string;
  /** The column with the names of the rows. */
  header: { label: string; width: string };
  columns: readonly SheetColumn<Name>[];
  /** Names a row for screen readers, and in the header column unless `drawHeader` does. */
  rowLabel(row: Row): string;
  drawHeader?(row: Row): ReactNode;
  isEditable(column: Name, row: Row): boolean;
  /** The text of a cell. It is copied, and shown when the cell is opened for typing. */
  show(column: Name, row: Row): string;
  /**
   * What an empty cell stands for, such as the price of the product. A cell that is opened to change
   * its text begins with it, and stays empty while it is not changed.
   */
  stands?(column: Name, row: Row): string;
  /** The value of a cell after text was typed or pasted into it. */
  read(column: Name, text: string): string;
  /** What is drawn in a cell that is not open. */
  draw(column: Name, row: Row): ReactNode;
  /** Whether quotes are a part of its text, as in '"a, b", c'. Pasted text keeps them then. */
  hasQuotes?(column: Name): boolean;
  write(column: Name, row: Row, value: string): Row;
  value(column: Name, row: Row): string;
  /** What names the rows that have one value here together with this row; null if it has its own. */
  sharedBy?(column: Name, row: Row): string | null;
  /** What staff should know of a value that is allowed; null if there is nothing. */
  warning?(column: Name, row: Row): string | null;
  /** The address that opens for a cell that can't be edited. */
  addressOf?(column: Name, row: Row): string | null;
  /** Classes of a row. */
  rowLook?(row: Row): string | false;
  /** Classes of a cell. */
  cellLook?(column: Name, row: Row): string | false;
  /** The button at the end of a row. */
  action?: { header: string; label(row: Row): string };
  help: ReactNode;
  /** The help where fingers are used. */
  touchHelp: ReactNode;
}

/** The errors of cells: by the row's key, then by column. */
export type SheetErrors = ReadonlyMap<string, Partial<Record<string, string>>>;

/** Columns of a CSS grid: the name of the row, the cells, and the button. */
export function tracksOf({
  header,
  columns,
  action,
}: Pick<SheetModel<SheetItem>, 'header' | 'columns' | 'action'>): string {
  return [header.width, ...columns.map(({ width }) => width), action ? '4.5rem' : '']
    .join(' ')
    .trim();
}
