import { countryName } from '#features/addresses/addresses.ts';
import { listCategories } from '#features/merchandising/merchandising.ts';
import { editTaxes, getTaxSettings } from '#features/taxes/taxes.ts';
import { counted } from '#shared/counted.ts';
import { percentOf } from '#shared/taxes.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON } from '../../components/console/dense.ts';
import { postedVersion } from '../../components/console/editor/posted.ts';
import { RedirectNotice } from '../../components/console/redirect-notice.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { redirectWithNotice } from '../../notices.ts';
import { refuse } from '../../posted-form.ts';
import { orErrorPage, orRefusal, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/taxes.ts';
import { IncludedForm } from './taxes/included-form.tsx';
import { toInput } from './taxes/rate-draft.ts';
import { taxNotices } from './taxes/tax-notices.ts';

export const meta = () => privatePage('Taxes', 'Tax rates, and whether prices include them.');

/** A rate as a row of the list. */
interface RateRow {
  id: string;
  title: string;
  place: string;
  details: string;
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const { editVersion, pricesIncludeTax, rates } = await orErrorPage(getTaxSettings(ctx, actor));
  const categories = await orErrorPage(listCategories(ctx, actor));
  const names = new Map(categories.map((category) => [category.id, category.name]));
  const rows = rates.map(({ id, name, ratePpm, country, region, ...rate }): RateRow => {
    const category = rate.categoryId && names.get(rate.categoryId);
    const details = [category || 'All categories', rate.coversShipping ? 'shipping' : null];
    return {
      id,
      title: `${name} ${percentOf(ratePpm)}`,
      place: [countryName(country), region].filter(Boolean).join(', '),
      details: details.filter(Boolean).join(', '),
    };
  });
  return { version: editVersion, pricesIncludeTax, rows };
}

/** Sets whether prices include taxes. */
export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const posted = await readForm(context);
  const { rates } = await orErrorPage(getTaxSettings(ctx, actor));
  const taxes = {
    pricesIncludeTax: posted.get('pricesIncludeTax') === 'yes',
    rates: rates.map(toInput),
  };
  const change = { version: postedVersion(posted), taxes };
  const { refusal } = await orRefusal(editTaxes(ctx, actor, change));
  if (!refusal) throw redirectWithNotice('/admin/taxes', taxNotices, 'record-saved');
  return refuse(refusal, { chosen: taxes.pricesIncludeTax });
}

export { afterConflicts as shouldRevalidate } from '../../revalidation.ts';

export default function Taxes({ loaderData, actionData }: Route.ComponentProps) {
  const { version, pricesIncludeTax, rows } = loaderData;
  return (
    <div className="px-4 pb-8 lg:px-6">
      <ConsoleHeading
        title="Taxes"
        about={
          rows.length === 0
            ? 'Without a rate, orders have no taxes.'
            : `${counted(rows.length, 'rate')}. One of a region comes before one of the whole country, and then one of a category before one of all.`
        }
      >
        <ButtonLink look="accent" to="/admin/taxes/new" className={DENSE_BUTTON}>
          Add rate
        </ButtonLink>
      </ConsoleHeading>
      {actionData ? (
        <Notice tone="danger" className="mb-4">
          {actionData.message}
        </Notice>
      ) : (
        <RedirectNotice notices={taxNotices} />
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <RateList rows={rows} />
        <IncludedForm
          key={version}
          version={version}
          isIncluded={pricesIncludeTax}
          refused={actionData?.chosen}
        />
      </div>
    </div>
  );
}

function RateList({ rows }: { rows: RateRow[] }) {
  if (rows.length === 0) {
    return (
      <EmptyState title="There is no rate">
        <p>Orders have no taxes, and no page mentions any.</p>
      </EmptyState>
    );
  }
  return (
    <ul aria-label="Rates" className="divide-y divide-line rounded-card border border-line">
      {rows.map(({ id, title, place, details }) => (
        <li
          key={id}
          className="flex flex-wrap items-baseline gap-x-4 bg-surface px-4 py-3 wrap-anywhere first:rounded-t-card last:rounded-b-card"
        >
          <Link
            to={`/admin/taxes/${id}`}
            aria-label={`${title}, ${place}, ${details}`}
            className="link inline-flex min-h-6 items-center font-semibold tabular-nums"
          >
            {title}
          </Link>
          <span>{place}</span>
          <span className="text-sm text-ink-soft">{details}</span>
        </li>
      ))}
    </ul>
  );
}
