import { data, redirect } from 'react-router';
import type { ProductOnPage } from '#features/catalog/catalog.schema.ts';
import { getProduct } from '#features/catalog/catalog.ts';
import { imagesOfVariants } from '#shared/image-of-variant.ts';
import type { ProductToBuy } from '../../components/product/product-card-view.ts';
import { productPath } from '../../components/product/product-card-view.ts';
import type { QuickViewResult } from '../../components/product/quick-view.tsx';
import { toProductToBuy } from '../../components/product/to-card-view.ts';
import { isDocumentRequest, orRefusal } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/quick-view.ts';

/** The product of the quick view. It is as public as the product list. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  if (isDocumentRequest(request)) throw redirect(productPath({ slug: params.id }));
  const { value, refusal } = await orRefusal(getProduct(visitOf(context).ctx, params.id));
  const response: QuickViewResult = refusal
    ? { ok: false, message: refusal.message }
    : { ok: true, product: withImages(value) };
  return data(response, { status: refusal?.status ?? 200 });
}

/** Each variant has the image that it shows, because the quick view has no others. */
function withImages(product: ProductOnPage): ProductToBuy {
  const imageOf = imagesOfVariants(product);
  const variants = product.variants.map((variant) => ({
    ...variant,
    imageUrl: imageOf(variant)?.url ?? null,
  }));
  return { ...toProductToBuy(product), variants };
}
