import { privatePage } from '../../components/page/page-title.ts';
import { readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/new-product.ts';
import { ProductEditor } from './product-editor/product-editor.tsx';
import { saveEdit } from './product-editor/save-edit.ts';

export const meta = () => privatePage('Add a product', 'Adding a product.');

export function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  const user = requireAdminPage(visit, url);
  const { timeZone, startingInventory: startingUnits } = visit.ctx.shop;
  return { product: null, userId: user.id, timeZone, startingUnits };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  return saveEdit(visit, request, await readForm(context), null);
}

export default function NewProduct({ loaderData, actionData }: Route.ComponentProps) {
  return <ProductEditor loaded={loaderData} posted={actionData} />;
}
