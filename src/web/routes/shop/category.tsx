import { useLocation } from 'react-router';
import { listProducts } from '#features/catalog/catalog.ts';
import { AppError } from '#shared/errors.ts';
import { shop } from '#shop-config';
import { LoadMore } from '../../components/load-more.tsx';
import { pageTitle } from '../../components/page-title.ts';
import { toCardView } from '../../components/product-card-view.ts';
import { ProductGrid } from '../../components/product-grid.tsx';
import { categoryHead } from '../../head/catalog-heads.ts';
import { readListWindow } from '../../list-window.ts';
import { orErrorPage, requireBrowsing } from '../../respond.ts';
import { notForCarts } from '../../revalidation.ts';
import { visitOf } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import type { Route } from './+types/category.ts';

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head ?? pageTitle(shop.brand);

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireBrowsing(visit, url);
  const slug = url.pathname.split('/')[1]?.toLowerCase();
  const category = shop.categories.find((candidate) => candidate.slug === slug);
  const window = readListWindow(url);
  const page = await orErrorPage(
    category
      ? listProducts(visit.ctx, { category: category.name, ...window })
      : Promise.reject(new AppError('not_found', 'There is no such category.')),
  );
  return {
    category,
    products: page.items.map(toCardView),
    next: page.next,
    window,
    head: category ? categoryHead(visit, category, page.items, window.after !== null) : undefined,
  };
}

export const shouldRevalidate = notForCarts;

export default function Category({ loaderData }: Route.ComponentProps) {
  const { category, products, next, window } = loaderData;
  const { pathname, search } = useLocation();
  return (
    <div className="page-width">
      <PageHeading title={category?.name ?? ''}>{category?.blurb}</PageHeading>
      {products.length > 0 ? (
        <>
          <h2 className="sr-only">Products</h2>
          <h2 className="sr-only">Products</h2>
          <ProductGrid products={products} returnTo={pathname + search} priorityCount={1} />
          <LoadMore window={window} next={next} what="products" />
        </>
      ) : (
        <EmptyState title={`There is nothing in ${category?.name} yet`}>
          <ButtonLink to="/">See what else there is</ButtonLink>
        </EmptyState>
      )}
    </div>
  );
}
