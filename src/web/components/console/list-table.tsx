// biome-ignore-all lint/a11y/noRedundantRoles: a table with another layout loses its roles
import type { ReactNode, RefObject } from 'react';
import { formatShortDay, formatTime } from '#shared/dates.ts';
import { classNames } from '../../ui/class-names.ts';

/** A column of a list. On a phone its label is before what a cell has. */
export interface ListColumn<Row> {
  label: string;
  numeric?: boolean;
  /**
   * The width of a column that shortens what it has, so that the table fits into the window. On a
   * phone it has a line of its own, without its label.
   */
  share?: string;
  cell: (row: Row) => ReactNode;
}

/** The rows of a page: a table, or cards on a phone. Each row has a link: see `useListKeys`. */
export function ListTable<Row extends { id: string }>({
  caption,
  columns,
  rows,
  list,
}: {
  /** Visually hidden. */
  caption: string;
  columns: ListColumn<Row>[];
  rows: Row[];
  list: RefObject<HTMLTableSectionElement | null>;
}) {
  return (
    <table role="table" className="block w-full border-collapse text-sm lg:table compact:text-xs">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="sr-only lg:not-sr-only lg:table-header-group">
        <tr role="row" className="lg:table-row">
          {columns.map(({ label, numeric }) => (
            <th
              key={label}
              role="columnheader"
              scope="col"
              className={classNames(
                'px-2 py-2 font-semibold whitespace-nowrap text-ink-soft lg:border-b lg:border-line compact:py-0.5',
                numeric ? 'text-right' : 'text-left',
              )}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={list} role="rowgroup" className="block lg:table-row-group">
        {rows.map((row) => (
          <tr
            key={row.id}
            role="row"
            data-row
            className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b border-line py-3 focus-within:bg-tint hover:bg-tint lg:table-row"
          >
            {columns.map((column) => (
              <Cell key={column.label} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell<Row>({ column, row }: { column: ListColumn<Row>; row: Row }) {
  const { label, numeric, share, cell } = column;
  const content = cell(row);
  return (
    <td
      role="cell"
      className={classNames(
        'min-w-0 text-ink-soft whitespace-nowrap lg:border-b lg:border-line lg:px-2 lg:text-ink',
        // Without a width of its own it is as wide as its share.
        share && `basis-full lg:max-w-0 ${share}`,
        content === null && 'hidden lg:table-cell',
        numeric ? 'tabular-nums lg:text-right' : 'lg:text-left',
      )}
    >
      {share ? null : <span className="text-xs lg:hidden">{label} </span>}
      {content}
    </td>
  );
}

/** The day of a time. The time itself is in its title. */
export function ListDay({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatTime(iso)}>
      {formatShortDay(iso)}
    </time>
  );
}
