import GripVertical from 'lucide-react/icons/grip-vertical';
import { Form } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { MoveButtons } from '../sections/move-buttons.tsx';
import { useStoredOrder } from '../sections/use-stored-order.ts';

/** A zone in its list, in words. */
export interface ZoneRow {
  id: string;
  name: string;
  places: string[];
  methods: string[];
}

/** The zones in order. Dragging and buttons change the order. */
export function ZoneList({ rows }: { rows: ZoneRow[] }) {
  const { ordered, order, refusal } = useStoredOrder(rows);
  if (rows.length === 0) {
    return (
      <EmptyState title="There is no zone">
        <p>The shop delivers nowhere, so nobody can order. Please add a zone.</p>
      </EmptyState>
    );
  }
  return (
    <Form method="post" preventScrollReset>
      {refusal ? (
        <Notice tone="danger" className="mb-3">
          {refusal}
        </Notice>
      ) : null}
      <ol aria-label="Zones" className="divide-y divide-line rounded-card border border-line">
        {ordered.map((row, index) => (
          <li
            key={row.id}
            {...order.row(row.id)}
            className={classNames(
              'flex items-start gap-3 bg-surface px-2 py-3 first:rounded-t-card last:rounded-b-card',
              order.over === row.id && order.dragged !== row.id && 'bg-accent-tint',
              order.dragged === row.id && 'opacity-50',
            )}
          >
            <GripVertical
              aria-hidden="true"
              className="mt-1 size-4 shrink-0 cursor-grab text-ink-soft scriptless:hidden"
            />
            <Zone row={row} />
            <MoveButtons
              id={row.id}
              name={row.name}
              isFirst={index === 0}
              isLast={index === ordered.length - 1}
              onMove={(by) => order.moveBy(row.id, by)}
            />
          </li>
        ))}
      </ol>
    </Form>
  );
}

function Zone({ row: { id, name, places, methods } }: { row: ZoneRow }) {
  return (
    <div className="min-w-0 flex-1 wrap-anywhere">
      <Link
        to={`/admin/delivery/${id}`}
        draggable={false}
        className="link inline-flex min-h-6 items-center font-semibold"
      >
        {name}
      </Link>
      {places.map((place) => (
        <p key={place} className="line-clamp-2 text-sm text-ink-soft">
          {place}
        </p>
      ))}
      {methods.length > 0 ? (
        <ul className="mt-1 text-sm">
          {methods.map((method) => (
            <li key={method}>{method}</li>
          ))}
        </ul>
      ) : (
        <p className="mt-1 text-sm font-semibold text-danger">No delivery</p>
      )}
    </div>
  );
}
