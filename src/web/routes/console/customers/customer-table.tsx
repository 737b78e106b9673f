// biome-ignore-all lint/a11y/noRedundantRoles: a table with another layout loses its roles
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router';
import type { CustomerRow } from '#features/customers/customers.schema.ts';
import { formatShortDay, formatTime } from '#shared/dates.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ordersInWords, spentInWords } from './sum-words.ts';

interface Column {
  label: string;
  numeric?: boolean;
  cell: (row: CustomerRow) => ReactNode;
}

const columns: Column[] = [
  {
    label: 'Email',
    cell: ({ email, emailVerified }) => (
      <span className="flex flex-wrap items-baseline gap-x-2 lg:flex-nowrap">
        <span title={email} className="max-w-full min-w-0 truncate">
          {email}
        </span>
        {emailVerified ? null : (
          <span className="shrink-0 text-xs font-semibold text-ink-soft">Not verified</span>
        )}
      </span>
    ),
  },
  { label: 'Joined', cell: ({ joinedAt }) => <Day iso={joinedAt} /> },
  { label: 'Orders', numeric: true, cell: ordersInWords },
  { label: 'Spent', numeric: true, cell: spentInWords },
  {
    label: 'Last order',
    cell: ({ lastOrderAt }) => (lastOrderAt === null ? null : <Day iso={lastOrderAt} />),
  },
];

function Day({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatTime(iso)}>
      {formatShortDay(iso)}
    </time>
  );
}

/** The customers of a page: a table, or cards on a phone. */
export function CustomerTable({
  rows,
  list,
}: {
  rows: CustomerRow[];
  list: RefObject<HTMLTableSectionElement | null>;
}) {
  return (
    <table role="table" className="block w-full border-collapse text-sm lg:table compact:text-xs">
      <caption className="sr-only">Customers</caption>
      <thead role="rowgroup" className="sr-only lg:not-sr-only lg:table-header-group">
        <tr role="row" className="lg:table-row">
          <Header label="Name" />
          {columns.map(({ label, numeric }) => (
            <Header key={label} label={label} numeric={numeric} />
          ))}
        </tr>
      </thead>
      <tbody ref={list} role="rowgroup" className="block lg:table-row-group">
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function Header({ label, numeric = false }: { label: string; numeric?: boolean | undefined }) {
  return (
    <th
      role="columnheader"
      scope="col"
      className={classNames(
        'px-2 py-2 font-semibold whitespace-nowrap text-ink-soft lg:border-b lg:border-line compact:py-0.5',
        numeric ? 'text-right' : 'text-left',
      )}
    >
      {label}
    </th>
  );
}

function Row({ row }: { row: CustomerRow }) {
  return (
    <tr
      role="row"
      data-row
      className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b border-line py-3 focus-within:bg-tint hover:bg-tint lg:table-row"
    >
      <td
        role="cell"
        className="min-w-0 basis-full lg:w-1/3 lg:max-w-0 lg:border-b lg:border-line lg:px-2"
      >
        <Link
          to={`/admin/customers/${row.id}`}
          title={row.name}
          className="block truncate py-1 font-medium hover:underline compact:py-0"
        >
          {row.name}
        </Link>
      </td>
      {columns.map(({ label, numeric, cell }, index) => {
        const content = cell(row);
        return (
          <td
            key={label}
            role="cell"
            className={classNames(
              'min-w-0 text-ink-soft whitespace-nowrap lg:border-b lg:border-line lg:px-2 lg:text-ink',
              index === 0 ? 'basis-full lg:w-2/3 lg:max-w-0' : null,
              content === null && 'hidden lg:table-cell',
              numeric ? 'tabular-nums lg:text-right' : 'lg:text-left',
            )}
          >
            {index === 0 ? null : <span className="text-xs lg:hidden">{label} </span>}
            {content}
          </td>
        );
      })}
    </tr>
  );
}
