import { listCategories, reorderCategories } from '#features/merchandising/merchandising.ts';
import { editorKinds } from '../../components/console/editor/editor-kinds.ts';
import { OrderedListPage } from '../../components/console/row-order/ordered-list-page.tsx';
import { orderAction } from '../../components/console/row-order/respond-to-order.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/categories.ts';

const kind = editorKinds.category;

export const meta = () => privatePage(kind.title, 'The categories of the shop, in order.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const all = await orErrorPage(listCategories(visit.ctx, visit.actor));
  const rows = all.map(({ id, name, slug, imageUrl, inMenu, offers }) => ({
    id,
    name,
    path: kind.path + slug,
    imageUrl,
    marks: [inMenu ? 'In the menu' : 'Not in the menu', ...(offers ? ['Home page offers'] : [])],
  }));
  return { rows };
}

export { afterConflicts as shouldRevalidate } from '../../revalidation.ts';

export const action = orderAction(listCategories, reorderCategories);

export default function Categories({ loaderData: { rows } }: Route.ComponentProps) {
  return (
    <OrderedListPage kind={kind} about={`${rows.length}, in the order of the menu`} rows={rows} />
  );
}
