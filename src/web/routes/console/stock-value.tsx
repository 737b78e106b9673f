import { valueStock } from '#features/inventory/inventory.ts';
import { counted } from '#shared/counted.ts';
import { formatMoney } from '#shared/money.ts';
import { withThousands } from '#shared/thousands.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
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
        about="Units on hand times their cost, archived products included."
      />
      {values.length === 0 ? <p>Nothing is on hand.</p> : null}
      {values.map(({ currency, units, valueMinor, productsWithoutCost, unitsWithoutCost }) => (
        <section key={currency} aria-label={`Stock in ${currency}`} className="mb-6">
          <p className="text-title tabular-nums">{formatMoney(valueMinor)}</p>
          <p className="text-sm text-ink-soft">
            {currency}, {counted(units, 'unit')} on hand
          </p>
          {productsWithoutCost > 0 ? (
            <p className="mt-2 text-sm">
              {counted(productsWithoutCost, 'product')} with {withThousands(unitsWithoutCost)} of
              these units {productsWithoutCost === 1 ? 'has' : 'have'} no cost and{' '}
              {productsWithoutCost === 1 ? 'is' : 'are'} not counted.
            </p>
          ) : null}
        </section>
      ))}
    </div>
  );
}
