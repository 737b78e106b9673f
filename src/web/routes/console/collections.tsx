import { listCollections, orderCollections } from '#features/merchandising/merchandising.ts';
import { counted } from '#shared/counted.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON } from '../../components/console/dense.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Route } from './+types/collections.ts';
import { respondToOrder } from './sections/respond-to-order.ts';
import { SectionList } from './sections/section-list.tsx';
import { SectionNotice } from './sections/section-notice.tsx';

export const meta = () => privatePage('Collections', 'Products that are grouped for a page.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const all = await orErrorPage(listCollections(visit.ctx, visit.actor));
  const rows = all.map(({ id, name, slug, imageUrl, inMenu, rule }) => ({
    id,
    name,
    path: `/collections/${slug}`,
    imageUrl,
    marks: [rule ? 'By a rule' : 'By hand', ...(inMenu ? ['In the menu'] : [])],
  }));
  return { rows };
}

export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  return respondToOrder(
    await readForm(context),
    url,
    () => listCollections(ctx, actor),
    (ids) => orderCollections(ctx, actor, ids),
  );
}

export default function Collections({ loaderData }: Route.ComponentProps) {
  const { rows } = loaderData;
  return (
    <div className="px-4 pb-8 lg:px-6">
      <ConsoleHeading title="Collections" about={counted(rows.length, 'collection')}>
        <ButtonLink look="accent" to="/admin/collections/new" className={DENSE_BUTTON}>
          Add collection
        </ButtonLink>
      </ConsoleHeading>
      <SectionNotice thing="collection" />
      {rows.length > 0 ? (
        <SectionList label="Collections" rows={rows} editor="/admin/collections" />
      ) : (
        <EmptyState title="There is no collection yet">
          <p className="w-full text-sm text-ink-soft">
            A collection has a page of its own, with products that you choose, or with all that fit
            a rule.
          </p>
        </EmptyState>
      )}
    </div>
  );
}
