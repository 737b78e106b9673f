import { data, Form, redirect, useSearchParams } from 'react-router';
import { listProducts, removeProduct } from '#features/catalog/catalog.ts';
import { dollars } from '../../components/dollars.ts';
import { LoadMore } from '../../components/load-more.tsx';
import { privatePage } from '../../components/page-title.ts';
import { ProductPicture } from '../../components/product-picture.tsx';
import { readListWindow } from '../../list-window.ts';
import { orErrorPage, orRefusal, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import type { Route } from './+types/manage-all-products.ts';
import { ConfirmRemoval } from './manage-all-products/confirm-removal.tsx';

/** How much of a description a card shows. */
const EXCERPT_LENGTH = 100;

export const meta = () =>
  privatePage('Manage All Products', 'Every product of the shop, and taking them out of it.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const window = readListWindow(url);
  const page = await orErrorPage(listProducts(visit.ctx, window));
  const products = page.items.map(({ id, name, category, priceMinor, image, descriptions }) => ({
    id,
    name,
    category,
    priceMinor,
    imageUrl: image?.url ?? null,
    excerpt: descriptions.slice(0, EXCERPT_LENGTH),
  }));
  return { products, next: page.next, window };
}

/** Removes a product. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const form = await readForm(request);
  const productId = String(form.get('productId') ?? '');
  const { refusal } = await orRefusal(removeProduct(visit.ctx, visit.actor, productId));
  if (refusal) return data({ message: refusal.message }, { status: refusal.status });
  const params = new URLSearchParams(url.searchParams);
  params.delete('remove');
  params.set('notice', 'product-removed');
  return redirect(`/manageAllProducts?${params}`);
}

export default function ManageAllProducts({ loaderData, actionData }: Route.ComponentProps) {
  const { products, next, window } = loaderData;
  const [params] = useSearchParams();
  const asked = products.find(({ id }) => id === params.get('remove')) ?? null;
  return (
    <div className="page-width">
      <PageHeading title="Manage All Products" />
      {actionData ? (
        <Notice tone="danger" className="mb-6">
          {actionData.message}
        </Notice>
      ) : null}
      <ConfirmRemoval product={asked} />
      {products.length > 0 ? (
        <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {products.map((product) => (
            <li key={product.id}>
              <ManagedProduct product={product} params={params} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title="The shop has no products yet">
          <ButtonLink look="accent" to="/addProduct">
            Add Product
          </ButtonLink>
        </EmptyState>
      )}
      <LoadMore window={window} next={next} what="products" />
    </div>
  );
}

function ManagedProduct({
  product,
  params,
}: {
  product: Route.ComponentProps['loaderData']['products'][number];
  params: URLSearchParams;
}) {
  const titleId = `product-${product.id}`;
  const kept = [...params].filter(([name]) => name === 'show' || name === 'after');
  return (
    <article
      aria-labelledby={titleId}
      className="flex h-full gap-4 rounded-card border border-line bg-surface p-4"
    >
      <ProductPicture
        url={product.imageUrl}
        alt=""
        sizes="96px"
        className="w-24 shrink-0 self-start rounded-control"
      />
      <div className="flex min-w-0 flex-1 flex-col items-start">
        <h2 id={titleId} className="text-lg">
          {product.name}
        </h2>
        <p className="text-sm text-ink-soft tabular-nums">
          {product.category}, {dollars(product.priceMinor)}
        </p>
        <p className="mt-2 mb-3 text-[0.9375rem]">{product.excerpt}</p>
        <Form preventScrollReset className="mt-auto">
          {kept.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button look="danger" name="remove" value={product.id} aria-describedby={titleId}>
            Remove
          </Button>
        </Form>
      </div>
    </article>
  );
}
