import { listCollections, reorderCollections } from '#features/merchandising/merchandising.ts';
import { counted } from '#shared/counted.ts';
import { editorKinds } from '../../components/console/editor/editor-kinds.ts';
import { OrderedListPage } from '../../components/console/row-order/ordered-list-page.tsx';
import { orderAction } from '../../components/console/row-order/respond-to-order.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Route } from './+types/collections.ts';

const kind = editorKinds.collection;

export const meta = () => privatePage(kind.title, 'Products that are grouped for a page.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const all = await orErrorPage(listCollections(visit.ctx, visit.actor));
  const rows = all.map(({ id, name, slug, imageUrl, inMenu, rule }) => ({
    id,
    name,
    path: kind.path + slug,
    imageUrl,
    marks: [rule ? 'By a rule' : 'By hand', ...(inMenu ? ['In the menu'] : [])],
  }));
  return { rows };
}

export { afterConflicts as shouldRevalidate } from '../../revalidation.ts';

export const action = orderAction(listCollections, reorderCollections);

export default function Collections({ loaderData: { rows } }: Route.ComponentProps) {
  const empty = (
    <EmptyState title="There is no collection yet">
      <p className="w-full text-sm text-ink-soft">
        A collection has a page of its own, with products that you choose, or with all that fit a
        rule.
      </p>
    </EmptyState>
  );
  return (
    <OrderedListPage
      kind={kind}
      about={counted(rows.length, 'collection')}
      rows={rows}
      empty={empty}
    />
  );
}
