import type { CategoryValue, StockValue } from '#features/inventory/inventory.schema.ts';
import { valueStock } from '#features/inventory/inventory.ts';
import { counted } from '#shared/counted.ts';
import { formatMoney } from '#shared/money.ts';
import { withThousands } from '#shared/thousands.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Link } from '../../ui/link.tsx';
import type { Route } from './+types/stock-value.ts';

export const meta = () => privatePage('Value of stock', 'What the units on hand cost the shop.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  return { values: await orErrorPage(valueStock(visit.ctx, visit.actor)) };
}

export default function ValueOfStock({ loaderData }: Route.ComponentProps) {
  const { values } = loaderData;
  return (
    <div className="px-4 pb-8 lg:px-6">
      <p className="pt-4 text-sm">
        <Link to="/admin/stock" className="link">
          Stock
        </Link>
      </p>
      <ConsoleHeading
        title="Value of stock"
        about="Units on hand times their cost, archived products included. At today's prices they would sell for the sales value. Units of paid orders that are to be shipped are sold, and in neither."
      />
      {values.length === 0 ? <p>Nothing is on hand.</p> : null}
      {values.map((value) => (
        <InCurrency key={value.currency} value={value} />
      ))}
    </div>
  );
}

function InCurrency({ value }: { value: StockValue }) {
  const { currency, units, valueMinor, salesMinor, categories } = value;
  const { productsWithoutCost, unitsWithoutCost, unitsWithoutPrice } = value;
  return (
    <section aria-label={`Stock in ${currency}`} className="mb-6">
      <p className="text-title tabular-nums">{formatMoney(valueMinor)}</p>
      <p className="text-sm text-ink-soft">
        {currency}, {counted(units, 'unit')} on hand, {formatMoney(salesMinor)} at today's prices
      </p>
      {productsWithoutCost > 0 ? (
        <p className="mt-2 text-sm">
          {counted(productsWithoutCost, 'product')} with {withThousands(unitsWithoutCost)} of these
          units {productsWithoutCost === 1 ? 'has' : 'have'} no cost and{' '}
          {productsWithoutCost === 1 ? 'is' : 'are'} not in the value.
        </p>
      ) : null}
      {unitsWithoutPrice > 0 ? (
        <p className="mt-2 text-sm">
          {counted(unitsWithoutPrice, 'unit')} of products without a price{' '}
          {unitsWithoutPrice === 1 ? 'is' : 'are'} not in the sales value.
        </p>
      ) : null}
      <div className="mt-4 max-w-4xl text-sm">
        <DataTable
          caption={`Stock in ${currency} by category`}
          rows={categories}
          keyOf={({ category }) => category}
          columns={columns}
        />
      </div>
    </section>
  );
}

const columns: Column<CategoryValue>[] = [
  { header: 'Category', narrow: 'title', cell: ({ category }) => category || 'No category' },
  { header: 'Units on hand', numeric: true, cell: ({ units }) => withThousands(units) },
  { header: 'Cost value', numeric: true, cell: ({ valueMinor }) => formatMoney(valueMinor) },
  {
    header: 'Units without cost',
    numeric: true,
    cell: ({ unitsWithoutCost }) => withThousands(unitsWithoutCost),
  },
  { header: 'Sales value', numeric: true, cell: ({ salesMinor }) => formatMoney(salesMinor) },
];
