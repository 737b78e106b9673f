// biome-ignore-all lint/a11y/noRedundantRoles: a table with another layout loses its roles
import type { ReactNode } from 'react';
import { type MovementView, movementLabels } from '#features/inventory/inventory.schema.ts';
import { withThousands } from '#shared/thousands.ts';
import { DateTime } from '../../../components/date-time.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Link } from '../../../ui/link.tsx';

const headers = ['When', 'Reason', 'Order', 'Who', 'Change', 'Available after'];
const numeric = new Set(['Change', 'Available after']);

/** The changes of a variant's stock, newest first. */
export function MovementTable({ movements }: { movements: MovementView[] }) {
  if (movements.length === 0) return <p className="text-ink-soft">Its stock has never changed.</p>;
  return (
    <table role="table" className="block w-full border-collapse text-sm md:table">
      <caption className="sr-only">Changes of stock, newest first</caption>
      <thead role="rowgroup" className="sr-only md:not-sr-only md:table-header-group">
        <tr role="row" className="md:table-row">
          {headers.map((header) => (
            <th
              key={header}
              role="columnheader"
              scope="col"
              className={classNames(
                'border-b border-line-strong px-2 py-2 font-semibold text-ink-soft first:pl-0 last:pr-0',
                numeric.has(header) ? 'text-right' : 'text-left',
              )}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block md:table-row-group">
        {movements.map((movement) => (
          <Movement key={movement.id} movement={movement} />
        ))}
      </tbody>
    </table>
  );
}

function Movement({ movement }: { movement: MovementView }) {
  const { reason, note, order, actor, at, quantity, after } = movement;
  return (
    <tr role="row" className="block border-b border-line py-2 md:table-row md:py-0">
      <Cell label="When">
        <DateTime iso={at} />
      </Cell>
      <Cell label="Reason">
        {movementLabels[reason]}
        {note ? <span className="text-ink-soft"> · {note}</span> : null}
      </Cell>
      <Cell label="Order">
        {order ? (
          <Link to={`/admin/orders/${order.id}`} className="link whitespace-nowrap">
            {order.number}
          </Link>
        ) : (
          '–'
        )}
      </Cell>
      <Cell label="Who">{actor}</Cell>
      <Cell label="Change" isNumeric>
        {quantity > 0 ? '+' : ''}
        {quantity < 0 ? '−' : ''}
        {withThousands(Math.abs(quantity))}
      </Cell>
      <Cell label="Available after" isNumeric>
        {withThousands(after)}
      </Cell>
    </tr>
  );
}

function Cell({
  label,
  isNumeric = false,
  children,
}: {
  label: string;
  isNumeric?: boolean;
  children: ReactNode;
}) {
  return (
    <td
      role="cell"
      className={classNames(
        'flex justify-between gap-4 py-0.5 md:table-cell md:px-2 md:py-2 md:first:pl-0 md:last:pr-0',
        isNumeric && 'tabular-nums md:text-right',
      )}
    >
      <span aria-hidden="true" className="shrink-0 text-ink-soft md:hidden">
        {label}
      </span>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </td>
  );
}
