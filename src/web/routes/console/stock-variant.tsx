import { Link, useLocation } from 'react-router';
import type { StockLevel } from '#features/inventory/inventory.schema.ts';
import { getStock, listMovements, stockAsOf } from '#features/inventory/inventory.ts';
import { formatTime } from '#shared/dates.ts';
import { withThousands } from '#shared/thousands.ts';
import { variantName } from '#shared/variant-options.ts';
import { AdjustForm } from '../../components/console/adjust-form.tsx';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { MoreRows } from '../../components/console/more-rows.tsx';
import { StockMark } from '../../components/console/stock-mark.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { readListWindow } from '../../list-window.ts';
import { orErrorPage, readForm, requireAdminPage } from '../../respond.ts';
import { afterConflicts } from '../../revalidation.ts';
import { visitOf } from '../../shop-context.ts';
import { respondToAdjustment } from '../../stock-adjustment.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/stock-variant.ts';
import { readMoment } from './stock-variant/moment.ts';
import { MovementTable } from './stock-variant/movement-table.tsx';

export const meta = () => privatePage('Stock of a variant', 'Every change of its stock.');

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const { variantId } = params;
  const window = readListWindow(url);
  const at = url.searchParams.get('at');
  const moment = readMoment(at);
  const [stock, movements, past] = await orErrorPage(
    Promise.all([
      getStock(ctx, actor, variantId),
      listMovements(ctx, actor, variantId, window),
      moment ? stockAsOf(ctx, actor, variantId, moment) : null,
    ]),
  );
  const asOf = moment && past ? { iso: moment.toISOString(), ...past } : null;
  const { items, next } = movements;
  return { stock, movements: items, next, window, at, asOf, key: crypto.randomUUID() };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  return respondToAdjustment(visit, request, url, await readForm(context));
}

export const shouldRevalidate = afterConflicts;

export default function StockOfVariant({ loaderData, actionData }: Route.ComponentProps) {
  const { stock, movements, next, window, at, asOf, key } = loaderData;
  const { name, sku, barcode, archived, lowStockAt, available } = stock;
  const { search } = useLocation();
  const isAdjusted = new URLSearchParams(search).get('notice') === 'stock-adjusted';
  const facts = [variantName(stock), sku, barcode && `barcode ${barcode}`, archived && 'archived'];
  return (
    <div className="px-4 pb-8 lg:px-6">
      <p className="pt-4 text-sm">
        <Link to="/admin/stock" className="link">
          Stock
        </Link>
      </p>
      <ConsoleHeading title={name} about={facts.filter(Boolean).join(' · ')} />
      {isAdjusted ? (
        <Notice tone="success" className="mb-3">
          The stock is changed.
        </Notice>
      ) : null}
      <div className="grid gap-x-10 gap-y-6 xl:grid-cols-2">
        <section aria-label="Stock now">
          <Level level={stock} mark={<StockMark available={available} lowStockAt={lowStockAt} />} />
          <h2 className="mt-5 mb-2 font-sans font-semibold">Adjust</h2>
          <AdjustForm sku={sku} requestKey={key} refused={actionData} withNote />
        </section>
        <section aria-label="Stock as of a date">
          <form method="get" className="flex flex-wrap items-end gap-2">
            <label className="text-sm font-semibold">
              <span className="mb-1 block">Stock as of (UTC)</span>
              <input
                key={at}
                type="datetime-local"
                name="at"
                required
                defaultValue={at ?? ''}
                className="h-11 rounded-control border border-line-strong bg-surface px-2 text-base font-normal md:h-9 md:text-sm"
              />
            </label>
            <Button className="md:min-h-9 md:py-1">Show</Button>
          </form>
          {asOf ? (
            <div className="mt-4">
              <p className="mb-1 text-sm text-ink-soft">{formatTime(asOf.iso)}</p>
              <Level level={asOf} />
            </div>
          ) : null}
        </section>
      </div>
      <h2 className="mt-8 mb-1 font-sans font-semibold">History</h2>
      <MovementTable movements={movements} />
      <MoreRows thing="change" window={window} next={next} />
    </div>
  );
}

function Level({ level, mark }: { level: StockLevel; mark?: React.ReactNode }) {
  const facts = { 'On hand': level.onHand, Reserved: level.reserved, Available: level.available };
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {Object.entries(facts).map(([label, units]) => (
        <div key={label}>
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="flex items-center gap-2 text-heading font-semibold tabular-nums">
            {withThousands(units)}
            {label === 'Available' ? mark : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
