import type { OrderLineView } from '#features/orders/orders.schema.ts';
import type { Texts } from '#features/texts/texts.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';

const columnsOf = (texts: Texts<'orders'>): Column<OrderLineView>[] => [
  {
    header: texts.name,
    cell: ({ name, variantName }) => (
      <>
        <span className="font-semibold">{name}</span>
        {variantName ? <span className="block text-sm text-ink-soft">{variantName}</span> : null}
      </>
    ),
  },
  { header: texts.quantity, numeric: true, cell: ({ quantity }) => quantity },
  { header: texts.price, numeric: true, cell: ({ unitPriceMinor }) => formatMoney(unitPriceMinor) },
  {
    header: texts.totalAmount,
    numeric: true,
    cell: ({ lineTotalMinor }) => formatMoney(lineTotalMinor),
  },
];

/** The lines of an order. */
export function OrderItems({
  texts,
  number,
  lines,
}: {
  texts: Texts<'orders'>;
  number: string;
  lines: OrderLineView[];
}) {
  return (
    <DataTable
      caption={`What is in order ${number}`}
      columns={columnsOf(texts)}
      rows={lines}
      keyOf={({ variantId }) => variantId}
    />
  );
}
