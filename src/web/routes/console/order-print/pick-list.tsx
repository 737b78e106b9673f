import { unitsToPack } from '#features/orders/lists/to-ship.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { counted } from '#shared/counted.ts';
import { UnitsTable } from '../../../components/order/units-table.tsx';

/** What to take from the shelves for all of these orders together, by SKU. */
export function PickList({ orders }: { orders: OrderView[] }) {
  const lines = sumBySku(orders);
  const units = lines.reduce((sum, line) => sum + line.units, 0);
  return (
    <article aria-label="Pick list" className="max-w-3xl">
      <p className="mb-3 hidden font-semibold print:block">
        Pick list, {counted(orders.length, 'order')}
      </p>
      <UnitsTable lines={lines} caption="What to take from the shelves" />
      <p className="mt-3 text-right font-semibold tabular-nums">{counted(units, 'item')}</p>
    </article>
  );
}

function sumBySku(orders: OrderView[]) {
  const bySku = new Map<
    string,
    { sku: string; name: string; variantName: string; units: number; about: string }
  >();
  for (const { number, lines } of orders) {
    for (const line of lines) {
      const { sku, name, variantName } = line;
      const open = unitsToPack(line);
      if (open === 0) continue;
      const before = bySku.get(sku);
      const about = `${number}: ${open}`;
      bySku.set(sku, {
        ...{ sku, name, variantName },
        units: (before?.units ?? 0) + open,
        about: before ? `${before.about}, ${about}` : about,
      });
    }
  }
  return [...bySku.values()].sort((a, b) => (a.sku < b.sku ? -1 : 1));
}
