import { listCategories, orderCategories } from '#features/merchandising/merchandising.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON } from '../../components/console/dense.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import type { Route } from './+types/categories.ts';
import { respondToOrder } from './sections/respond-to-order.ts';
import { SectionList } from './sections/section-list.tsx';
import { SectionNotice } from './sections/section-notice.tsx';

export const meta = () => privatePage('Categories', 'The categories of the shop, in order.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const all = await orErrorPage(listCategories(visit.ctx, visit.actor));
  const rows = all.map(({ id, name, slug, imageUrl, inMenu, offers }) => ({
    id,
    name,
    path: `/${slug}`,
    imageUrl,
    marks: [inMenu ? 'In the menu' : 'Not in the menu', ...(offers ? ['Home page offers'] : [])],
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
    () => listCategories(ctx, actor),
    (ids) => orderCategories(ctx, actor, ids),
  );
}

export default function Categories({ loaderData }: Route.ComponentProps) {
  const { rows } = loaderData;
  return (
    <div className="px-4 pb-8 lg:px-6">
      <ConsoleHeading title="Categories" about={`${rows.length}, in the order of the menu`}>
        <ButtonLink look="accent" to="/admin/categories/new" className={DENSE_BUTTON}>
          Add category
        </ButtonLink>
      </ConsoleHeading>
      <SectionNotice thing="category" />
      <SectionList label="Categories" rows={rows} editor="/admin/categories" />
    </div>
  );
}
