// biome-ignore-all lint/a11y/noRedundantRoles: a table with another layout loses its roles
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Aligns numbers to the right. */
  numeric?: boolean;
  /** A class for its width in a table, which then does not change when the font arrives. */
  width?: string;
  /**
   * Its place in a narrow list: as the row's title or in the corner, in both cases without its
   * label.
   */
  narrow?: 'title' | 'corner';
}

/**
 * A table that becomes a list of labelled values where it would not fit.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
}: {
  /** Visually hidden. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
}) {
  return (
    <table role="table" className="block w-full border-collapse md:table">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="sr-only md:not-sr-only md:table-header-group">
        <tr role="row" className="md:table-row">
          {columns.map(({ header, numeric, width }) => (
            <th
              key={header}
              role="columnheader"
              scope="col"
              className={classNames(
                'border-b border-line px-3 py-3 text-sm font-semibold wrap-break-word text-ink-soft first:pl-0 last:pr-0',
                numeric ? 'text-right' : 'text-left',
                width,
              )}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block md:table-row-group">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            role="row"
            className="relative block border-b border-line py-4 last:border-b-0 md:static md:table-row md:py-0"
          >
            {columns.map((column) => (
              <Cell key={column.header} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { header, cell, numeric, narrow } = column;
  return (
    <td
      role="cell"
      className={classNames(
        'flex items-center justify-between gap-4 py-1.5 align-middle md:table-cell md:border-b md:border-line md:px-3 md:py-4 md:first:pl-0 md:last:pr-0',
        // A column of amounts is as wide as its content; texts make room for it.
        numeric && 'wrap-break-word tabular-nums md:text-right',
        narrow === 'title' && 'pr-10',
        narrow === 'corner' && 'absolute top-3 right-0 md:static',
      )}
    >
      {narrow ? null : (
        <span aria-hidden="true" className="shrink-0 text-sm text-ink-soft md:hidden">
          {header}
        </span>
      )}
      <div
        className={classNames(
          'min-w-0',
          narrow === 'title' ? 'text-left' : 'text-right',
          !numeric && 'md:text-left',
        )}
      >
        {cell(row)}
      </div>
    </td>
  );
}
