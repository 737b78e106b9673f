// biome-ignore-all lint/a11y/noRedundantRoles: a table with another layout loses its roles
import type { RefObject } from 'react';
import type { StaffOrderRow } from '#features/orders/lists/staff-orders.schema.ts';
import { counted } from '#shared/counted.ts';
import { formatShortDay, formatTime } from '#shared/dates.ts';
import { formatMoney } from '#shared/money.ts';
import { formatClock } from '../../../components/console/clock.ts';
import type { ListColumn } from '../../../components/console/list-table.tsx';
import {
  FulfillmentLabel,
  PaymentLabel,
  ReturnLabel,
} from '../../../components/console/order-status.tsx';
import { SelectAll, SelectRow } from '../../../components/console/select-boxes.tsx';
import { TagLabels } from '../../../components/console/tag-labels.tsx';
import { useRange } from '../../../components/console/use-range.ts';
import { orderValue } from '../../../staff-order-address.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Link } from '../../../ui/link.tsx';
import { ORDERS_FORM } from './orders-bar.tsx';

type Column = ListColumn<StaffOrderRow>;

const CUSTOMER = 'Customer';

const columns: Column[] = [
  {
    label: 'Placed',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={formatTime(createdAt)}>
        {`${formatShortDay(createdAt)} ${formatClock(createdAt)}`}
      </time>
    ),
  },
  {
    label: CUSTOMER,
    share: 'lg:w-1/5',
    cell: ({ name }) => (
      <span title={name} className="block max-w-56 truncate">
        {name}
      </span>
    ),
  },
  { label: 'Total', numeric: true, cell: ({ totalMinor }) => formatMoney(totalMinor) },
  { label: 'Payment', cell: ({ paymentStatus }) => <PaymentLabel status={paymentStatus} /> },
  {
    label: 'Shipment',
    cell: ({ paymentStatus, fulfillmentStatus }) =>
      paymentStatus === 'voided' ? null : <FulfillmentLabel status={fulfillmentStatus} />,
  },
  {
    label: 'Return',
    cell: ({ returnStatus, awaitsExchange }) =>
      returnStatus === 'none' ? null : (
        <>
          <ReturnLabel status={returnStatus} />
          {awaitsExchange ? <span className="ml-2 text-xs font-semibold">Exchange</span> : null}
        </>
      ),
  },
  {
    label: 'Items',
    numeric: true,
    cell: ({ units }) => (
      <>
        <span className="lg:hidden">{counted(units, 'item')}</span>
        <span className="hidden lg:inline">{units}</span>
      </>
    ),
  },
  {
    label: 'Goes to',
    share: 'lg:w-7/20',
    // Without an address the country is not known, and no filter of a country finds the order.
    cell: ({ missingAddress, city, country }) => (
      <span className="flex items-baseline gap-2">
        <Place>{country === null ? city : `${city}, ${country}`}</Place>
        {missingAddress ? (
          <span className="shrink-0 text-xs font-semibold text-danger">Address missing</span>
        ) : null}
      </span>
    ),
  },
  {
    label: 'Tags',
    share: 'lg:w-9/20',
    cell: ({ tags }) => (tags.length > 0 ? <TagLabels tags={tags} /> : null),
  },
];

function Place({ children }: { children: string }) {
  return (
    <span title={children} className="max-w-40 min-w-0 truncate lg:max-w-none">
      {children}
    </span>
  );
}

/** The rows that are selected, and how that changes. */
interface Selection {
  selected: ReadonlySet<string>;
  onSelect: (ids: string[], on: boolean) => void;
  onSelectAll: (on: boolean) => void;
}

/** The orders of a page: a table, or cards on a phone. */
export function OrderTable({
  rows,
  selection,
  ofOne = false,
  list,
}: {
  rows: StaffOrderRow[];
  /** Undefined where no row can be selected. */
  selection?: Selection;
  /** Whether all are orders of one customer, whom the page names. */
  ofOne?: boolean;
  list: RefObject<HTMLTableSectionElement | null>;
}) {
  const selectRow = useRange(
    rows.map(({ id }) => id),
    selection?.onSelect ?? (() => {}),
  );
  const shown = ofOne ? columns.filter(({ label }) => label !== CUSTOMER) : columns;
  return (
    <div className="lg:overflow-x-auto">
      <table
        role="table"
        className="block w-full border-collapse text-sm lg:table lg:min-w-240 compact:text-xs"
      >
        <caption className="sr-only">Orders</caption>
        <thead role="rowgroup" className="block lg:table-header-group">
          <tr role="row" className="flex lg:table-row">
            {selection ? (
              <th role="columnheader" scope="col" className="w-10 lg:border-b lg:border-line">
                <SelectAll
                  isOn={selection.selected.size === rows.length}
                  onChange={selection.onSelectAll}
                />
              </th>
            ) : null}
            <Header label="Order" />
            {shown.map(({ label, numeric, share }) => (
              <Header key={label} label={label} numeric={numeric} share={share} />
            ))}
          </tr>
        </thead>
        <tbody ref={list} role="rowgroup" className="block lg:table-row-group">
          {rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              columns={shown}
              selection={selection && { selected: selection.selected, selectRow }}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Header({
  label,
  numeric = false,
  share,
}: {
  label: string;
  numeric?: boolean | undefined;
  share?: string | undefined;
}) {
  return (
    <th
      role="columnheader"
      scope="col"
      className={classNames(
        'hidden border-b border-line px-2 font-semibold whitespace-nowrap text-ink-soft lg:table-cell',
        numeric ? 'text-right' : 'text-left',
        share,
      )}
    >
      {label}
    </th>
  );
}

function Row({
  row,
  columns,
  selection,
}: {
  row: StaffOrderRow;
  columns: Column[];
  selection: (Pick<SelectCellProps, 'selectRow'> & Pick<Selection, 'selected'>) | undefined;
}) {
  const isSelected = selection?.selected.has(row.id) ?? false;
  return (
    <tr
      role="row"
      data-row
      className={classNames(
        'relative flex flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-line py-3 focus-within:bg-tint hover:bg-tint lg:static lg:table-row',
        selection && 'pl-9',
        isSelected && 'bg-accent-tint',
      )}
    >
      {selection ? (
        <SelectCell row={row} isSelected={isSelected} selectRow={selection.selectRow} />
      ) : null}
      <td role="cell" className="basis-full lg:border-b lg:border-line lg:px-2">
        <Link
          to={`/admin/orders/${row.id}`}
          className="block py-1 font-medium whitespace-nowrap tabular-nums hover:underline compact:py-0"
        >
          {row.number}
        </Link>
      </td>
      {columns.map(({ label, numeric, share, cell }) => (
        <td
          key={label}
          role="cell"
          className={classNames(
            'min-w-0 text-ink-soft whitespace-nowrap empty:hidden lg:border-b lg:border-line lg:px-2 lg:text-ink lg:empty:table-cell',
            numeric ? 'tabular-nums lg:text-right' : 'lg:text-left',
            // Without a width of its own it is as wide as its share.
            share && 'lg:max-w-0',
          )}
        >
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}

interface SelectCellProps {
  row: StaffOrderRow;
  isSelected: boolean;
  selectRow: ReturnType<typeof useRange>;
}

function SelectCell({ row, isSelected, selectRow }: SelectCellProps) {
  return (
    <td role="cell" className="absolute top-1.5 -left-3 lg:static lg:border-b lg:border-line">
      <SelectRow
        label={`Select order ${row.number}`}
        form={ORDERS_FORM}
        name="order"
        value={orderValue(row)}
        checked={isSelected}
        onChange={(event) => selectRow(row.id, event)}
      />
    </td>
  );
}
