import { useEffect } from 'react';
import { redirect, useSearchParams } from 'react-router';
import {
  duplicateProduct,
  getStaffProduct,
  productNames,
} from '#features/product-management/product-management.ts';
import { newId } from '#shared/ids.ts';
import { DEFAULT_SKU_PATTERN } from '#shared/sku-pattern.ts';
import { forget } from '../../components/console/browser-storage.ts';
import type { Keys } from '../../components/console/keys-dialog.tsx';
import { gridKeys } from '../../components/console/sheet/sheet-keys.ts';
import { saveKeys } from '../../components/console/use-save-key.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/product-editor.ts';
import { ProductEditor } from './product-editor/product-editor.tsx';
import { saveEdit } from './product-editor/save-edit.ts';
import { draftKey } from './product-editor/stored-draft.ts';

export const meta = ({ loaderData }: Route.MetaArgs) =>
  privatePage(loaderData?.product?.name ?? 'Add a product', 'Changing a product.');

export const handle = {
  keys: [
    ...saveKeys,
    ...gridKeys,
    ['Shift Delete', 'In the grid: archive or restore the variant'],
  ] satisfies Keys,
};

/** `/admin/products/new` is the page for a product that is not saved yet. */
const savedId = (id: string) => (id === 'new' ? null : id);

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  const user = requireAdminPage(visit, url);
  const id = savedId(params.id);
  const product = id ? await orErrorPage(getStaffProduct(visit.ctx, visit.actor, id)) : null;
  const { timeZone, imageHosts, skuPattern = DEFAULT_SKU_PATTERN } = visit.ctx.shop;
  const relatedNames = product
    ? await orErrorPage(productNames(visit.ctx, visit.actor, product.related))
    : {};
  // The id makes repeated posts of the page one product.
  const imagePlaces = { imageHosts, uploadsAt: visit.ctx.images.servedAt };
  const shop = { timeZone, imagePlaces, skuPattern };
  return { product, newId: newId('prd'), relatedNames, userId: user.id, ...shop };
}

export async function action({ params, request, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const form = await readForm(context);
  const id = savedId(params.id);
  if (id && form.get('intent') === 'duplicate') {
    const copy = await orErrorPage(duplicateProduct(visit.ctx, visit.actor, id));
    throw redirect(`/admin/products/${copy.id}`);
  }
  return saveEdit(visit, request, form, id);
}

export default function EditProduct({ loaderData, actionData }: Route.ComponentProps) {
  const { product, userId } = loaderData;
  const [params] = useSearchParams();
  const saved = params.get('saved');
  useEffect(() => {
    // The page that added the product could not do this, because a redirect followed at once.
    if (saved) forget(draftKey(userId, null, saved));
  }, [saved, userId]);
  return <ProductEditor key={product?.id ?? 'new'} loaded={loaderData} posted={actionData} />;
}
