import { pageStatusLabels } from '#features/shop-pages/shop-pages.schema.ts';
import { listShopPages, reorderShopPages } from '#features/shop-pages/shop-pages.ts';
import { counted } from '#shared/counted.ts';
import { editorKinds } from '../../components/console/editor/editor-kinds.ts';
import { OrderedListPage } from '../../components/console/row-order/ordered-list-page.tsx';
import { orderAction } from '../../components/console/row-order/respond-to-order.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Route } from './+types/pages.ts';

const kind = editorKinds.page;

export const meta = () => privatePage(kind.title, 'Pages with your own text.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const all = await orErrorPage(listShopPages(visit.ctx, visit.actor));
  const rows = all.map(({ id, name, slug, status, inFooter }) => ({
    ...{ id, name, path: kind.path + slug },
    marks: status === 'draft' ? [pageStatusLabels.draft] : inFooter ? ['In the footer'] : [],
  }));
  return { rows };
}

export { afterConflicts as shouldRevalidate } from '../../revalidation.ts';

export const action = orderAction(listShopPages, reorderShopPages);

export default function Pages({ loaderData: { rows } }: Route.ComponentProps) {
  const empty = (
    <EmptyState title="There is no page yet">
      <p className="w-full text-sm text-ink-soft">
        Customers expect pages about privacy, terms, shipping and returns, and in many countries the
        law requires them. The footer of the shop links them.
      </p>
    </EmptyState>
  );
  return (
    <OrderedListPage kind={kind} about={counted(rows.length, 'page')} rows={rows} empty={empty} />
  );
}
