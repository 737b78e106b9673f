import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { Notice } from '../../../ui/notice.tsx';
import { OrderedRow } from './ordered-row.tsx';
import { useStoredOrder } from './use-stored-order.ts';

/** A list that staff put in order by dragging and by buttons. Each new order is stored at once. */
export function StoredOrderList<Row extends { id: string; name: string }>({
  label,
  rows,
  isTall = false,
  actions,
  children,
}: {
  label: string;
  rows: Row[];
  /** Whether rows have many lines. */
  isTall?: boolean;
  /** Further buttons of a row, which send the form of the list. */
  actions?: (row: Row) => ReactNode;
  /** What a row shows. */
  children: (row: Row) => ReactNode;
}) {
  const { ordered, order, refusal, isStored } = useStoredOrder(rows);
  return (
    <Form method="post" preventScrollReset>
      <ShownIds rows={ordered} />
      {refusal ? (
        <Notice tone="danger" className="mb-3">
          {refusal}
        </Notice>
      ) : null}
      <ol
        aria-label={label}
        aria-busy={!isStored}
        className="divide-y divide-line rounded-card border border-line"
      >
        {ordered.map((row) => (
          <OrderedRow
            key={row.id}
            order={order}
            row={row}
            isTall={isTall}
            actions={actions?.(row)}
            className={classNames(
              'px-2 first:rounded-t-card last:rounded-b-card',
              isTall ? null : 'min-h-16 py-2',
            )}
          >
            {children(row)}
          </OrderedRow>
        ))}
      </ol>
    </Form>
  );
}

/** What a form was made from, so that the server knows when somebody else changed it. */
export function ShownIds({ rows }: { rows: { id: string }[] }) {
  return <input type="hidden" name="shown" value={JSON.stringify(rows.map(({ id }) => id))} />;
}
