import type { OrderLineView } from '#features/orders/orders.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';

const columns: Column<OrderLineView>[] = [
  {
    header: 'Name',
    cell: ({ name, variantName }) => (
      <>
        <span className="font-semibold">{name}</span>
        {variantName ? <span className="block text-sm text-ink-soft">{variantName}</span> : null}
      </>
    ),
  },
  { header: 'Product Qunatity', numeric: true, cell: ({ quantity }) => quantity },
  { header: 'Price', numeric: true, cell: ({ unitPriceMinor }) => formatMoney(unitPriceMinor) },
  {
    header: 'Total Amount',
    numeric: true,
    cell: ({ lineTotalMinor }) => formatMoney(lineTotalMinor),
  },
];

/** The lines of an order. */
export function OrderItems({ number, lines }: { number: string; lines: OrderLineView[] }) {
  return (
    <DataTable
      caption={`What is in order ${number}`}
      columns={columns}
      rows={lines}
      keyOf={({ variantId }) => variantId}
    />
  );
}
