import { useState } from 'react';
import { SHELF_RULE } from '#features/inventory/inventory.schema.ts';
import { getStock, listMovements, pricesAsOf, stockAsOf } from '#features/inventory/inventory.ts';
import { variantName } from '#shared/variant-options.ts';
import { AdjustForm } from '../../components/console/adjust-form.tsx';
import { AdjustedNotice } from '../../components/console/adjusted-notice.tsx';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { ListPages, readListPage } from '../../components/console/list-pages.tsx';
import { RedirectNotice } from '../../components/console/redirect-notice.tsx';
import { StockMark } from '../../components/console/stock-mark.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, readForm, requireAdminPage } from '../../respond.ts';
import { afterConflicts } from '../../revalidation.ts';
import { visitOf } from '../../shop-context.ts';
import { type AdjustmentResult, respondToAdjustment } from '../../stock-adjustment.ts';
import { levelNotices } from '../../stock-notices.ts';
import { Link } from '../../ui/link.tsx';
import type { Route } from './+types/stock-variant.ts';
import { archivedWords } from './stock/archived-words.ts';
import { AsOf } from './stock-variant/as-of.tsx';
import { respondToLevel } from './stock-variant/change-level.ts';
import { Level } from './stock-variant/level.tsx';
import { LevelForm } from './stock-variant/level-form.tsx';
import { hasSeconds, momentInWords, readMoment } from './stock-variant/moment.ts';
import { MovementTable } from './stock-variant/movement-table.tsx';

export const meta = () => privatePage('Stock of a variant', 'Every change of its stock.');

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const { variantId } = params;
  const page = readListPage(url.searchParams);
  const at = url.searchParams.get('at');
  const asked = readMoment(at, ctx.shop.timeZone);
  const now = ctx.now();
  // Nobody knows the stock of a moment to come.
  const isToCome = asked !== null && asked > now;
  const moment = isToCome ? now : asked;
  const [stock, movements, prices, units] = await orErrorPage(
    Promise.all([
      getStock(ctx, actor, variantId),
      listMovements(ctx, actor, variantId, page),
      pricesAsOf(ctx, actor, variantId, moment),
      moment ? stockAsOf(ctx, actor, variantId, moment) : null,
    ]),
  );
  const inWords = moment && momentInWords(moment, at);
  const asOf =
    moment && units ? { iso: moment.toISOString(), inWords, isToCome, units, prices } : null;
  const choice = { at, hasSeconds: hasSeconds(at), isUnreadable: Boolean(at) && asked === null };
  const { items, next } = movements;
  const { limit } = page;
  return { stock, movements: items, next, limit, choice, asOf, key: crypto.randomUUID() };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const form = await readForm(context);
  const level = form.get('level');
  if (level !== null) return respondToLevel(visit, url, params.variantId, String(level));
  return respondToAdjustment(visit, request, url, form);
}

export const shouldRevalidate = afterConflicts;

export default function StockOfVariant({ loaderData, actionData }: Route.ComponentProps) {
  const { stock, movements, next, limit, choice, asOf, key } = loaderData;
  const { name, sku, barcode, lowStockAt, available } = stock;
  const refusedLevel = actionData && 'level' in actionData ? actionData : undefined;
  const refused = actionData && 'sku' in actionData ? actionData : undefined;
  const undone = actionData && 'undone' in actionData ? actionData : undefined;
  const [last, setLast] = useState<AdjustmentResult | null>(null);
  const facts = [variantName(stock), sku, barcode && `barcode ${barcode}`, archivedWords(stock)];
  return (
    <div className="px-4 pb-8 lg:px-6">
      <p className="pt-4 text-sm">
        <Link to="/admin/stock" className="link">
          Stock
        </Link>
      </p>
      <AdjustedNotice last={last} posted={undone} />
      <ConsoleHeading title={name} about={facts.filter(Boolean).join(' · ')} />
      {refusedLevel ? null : <RedirectNotice notices={levelNotices} />}
      <div className="grid gap-x-10 gap-y-6 xl:grid-cols-2">
        <section aria-label="Stock now">
          <Level level={stock} mark={<StockMark available={available} lowStockAt={lowStockAt} />} />
          <p className="mt-2 max-w-prose text-sm text-ink-soft">{SHELF_RULE}</p>
          <h2 className="mt-5 mb-2 font-sans font-semibold">Adjust</h2>
          <AdjustForm stock={stock} requestKey={key} refused={refused} withNote onDone={setLast} />
          <LevelForm stock={stock} refused={refusedLevel} />
        </section>
        <AsOf choice={choice} asOf={asOf} />
      </div>
      <h2 className="mt-8 mb-1 font-sans font-semibold">History</h2>
      <MovementTable movements={movements} />
      <ListPages next={next} limit={limit} />
    </div>
  );
}
