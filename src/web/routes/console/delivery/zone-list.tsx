import { StoredOrderList } from '../../../components/console/row-order/stored-order-list.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Link } from '../../../ui/link.tsx';

/** A zone in its list, in words. */
export interface ZoneRow {
  id: string;
  name: string;
  places: string[];
  methods: string[];
}

/** The zones in order. */
export function ZoneList({ rows }: { rows: ZoneRow[] }) {
  if (rows.length === 0) {
    return (
      <EmptyState title="There is no zone">
        <p>The shop delivers nowhere, so nobody can order. Please add a zone.</p>
      </EmptyState>
    );
  }
  return (
    <StoredOrderList label="Zones" rows={rows} isTall>
      {(row) => <Zone row={row} />}
    </StoredOrderList>
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
