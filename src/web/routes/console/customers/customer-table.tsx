import type { RefObject } from 'react';
import type { CustomerRow } from '#features/customers/customers.schema.ts';
import { type ListColumn, ListDay, ListTable } from '../../../components/console/list-table.tsx';
import { Link } from '../../../ui/link.tsx';
import { ordersInWords, spentInWords } from './sum-words.ts';

const columns: ListColumn<CustomerRow>[] = [
  {
    label: 'Name',
    share: 'lg:w-1/3',
    cell: ({ id, name }) => (
      <Link
        to={`/admin/customers/${id}`}
        title={name}
        className="block truncate py-1 font-medium text-ink hover:underline compact:py-0"
      >
        {name}
      </Link>
    ),
  },
  {
    label: 'Email',
    share: 'lg:w-2/3',
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
  { label: 'Joined', cell: ({ joinedAt }) => <ListDay iso={joinedAt} /> },
  { label: 'Orders', numeric: true, cell: ordersInWords },
  { label: 'Spent', numeric: true, cell: spentInWords },
  {
    label: 'Last order',
    cell: ({ lastOrderAt }) => (lastOrderAt === null ? null : <ListDay iso={lastOrderAt} />),
  },
];

/** The customers of a page. */
export function CustomerTable({
  rows,
  list,
}: {
  rows: CustomerRow[];
  list: RefObject<HTMLTableSectionElement | null>;
}) {
  return <ListTable caption="Customers" columns={columns} rows={rows} list={list} />;
}
