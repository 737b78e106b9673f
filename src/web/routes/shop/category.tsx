import { useLocation, useNavigation } from 'react-router';
import { browseProducts, countMatching, productOptions } from '#features/catalog/catalog.ts';
import { productSorts } from '#features/catalog/product-list.schema.ts';
import { counted } from '#shared/counted.ts';
import { AppError } from '#shared/errors.ts';
import { categoryPages } from '#shared/shop-config.ts';
import { shop } from '#shop-config';
import { GrowingList } from '../../components/growing-list.tsx';
import { CARD_SIZES } from '../../components/image/image-sizes.ts';
import { pageTitle } from '../../components/page/page-title.ts';
import { ActiveFilters } from '../../components/product/active-filters.tsx';
import { ProductCard } from '../../components/product/product-card.tsx';
import { ProductSkeleton } from '../../components/product/product-skeleton.tsx';
import { toCardView } from '../../components/product/to-card-view.ts';
import { categoryHead } from '../../head/catalog-heads.ts';
import { choiceParam, readListWindow } from '../../list-window.ts';
import {
  activeFilters,
  listAddress,
  readProductFilter,
  readProductSort,
} from '../../product-list-address.ts';
import { orErrorPage } from '../../respond.ts';
import { hashAlone, notForCarts } from '../../revalidation.ts';
import { type CachedLoaderArgs, pageOf } from '../../shop-context.ts';
import { useAnnounceChange } from '../../ui/announcer.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import type { Route } from './+types/category.ts';
import { FilterForm } from './category/filter-form.tsx';

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head ?? pageTitle(shop.brand);

export async function loader({ url, context }: CachedLoaderArgs<Route.LoaderArgs>) {
  const page = pageOf(context);
  page.requireBrowsing(url);
  const slug = url.pathname.split('/')[1]?.toLowerCase();
  const category = categoryPages(shop).find((candidate) => candidate.slug === slug);
  if (!category) {
    return orErrorPage(Promise.reject(new AppError('not_found', 'There is no such category.')));
  }
  const { ctx } = page;
  const { searchParams } = url;
  const window = readListWindow(url);
  const sort = readProductSort(searchParams);
  const options = await orErrorPage(productOptions(ctx, category.name));
  const filter = readProductFilter(searchParams, category.name, options);
  const active = activeFilters(filter, sort);
  const [found, count] = await orErrorPage(
    Promise.all([
      browseProducts(ctx, { filter, sort, ...window }),
      active.filters.length > 0 ? countMatching(ctx, filter) : options.total,
    ]),
  );
  return {
    category,
    products: found.items.map(toCardView),
    next: found.next,
    window,
    options,
    filter,
    ...active,
    sort: choiceParam(sort, productSorts),
    count,
    address: url.pathname + listAddress(filter, sort, window),
    head: categoryHead(page, category, found.items, window.after !== null),
  };
}

// The filters' sheet is an address with `#`: it opens and closes without loading data.
export const shouldRevalidate: typeof notForCarts = (change) =>
  hashAlone(change) ? false : notForCarts(change);

type CategoryData = Route.ComponentProps['loaderData'];

export default function Category({ loaderData }: Route.ComponentProps) {
  const { category, options, filter, filters, sort, count } = loaderData;
  useAnnounceChange(JSON.stringify([filter, sort]), counted(count, 'product'));
  return (
    <div className="page-width">
      <PageHeading title={category.name} count={counted(count, 'product')}>
        {category.blurb}
      </PageHeading>
      {options.total > 0 ? (
        <div className="grid grid-cols-2 items-start gap-x-4 gap-y-6 lg:grid-cols-[13.5rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-12">
          <FilterForm
            options={options}
            filter={filter}
            sort={sort}
            active={filters.length}
            count={count}
          />
          <FoundProducts {...loaderData} />
        </div>
      ) : (
        <EmptyState title={`There is nothing in ${category.name} yet`}>
          <ButtonLink to="/">See what else there is</ButtonLink>
        </EmptyState>
      )}
    </div>
  );
}

/** The active filters, and the products that fit them. */
function FoundProducts({
  products,
  next,
  window,
  filters,
  unfiltered,
  count,
  address,
}: CategoryData) {
  const { pathname } = useLocation();
  const { location } = useNavigation();
  const changing = location?.pathname === pathname && products.length > 0;
  return (
    <div className="col-span-2 min-w-0 lg:col-span-1 lg:col-start-2" aria-busy={changing}>
      <h2 className="sr-only">Products</h2>
      <ActiveFilters filters={filters} unfiltered={unfiltered} />
      {products.length > 0 ? (
        <GrowingList
          thing="product"
          rows={products}
          renderRow={(product, index) => (
            <ProductCard
              product={product}
              returnTo={address}
              priority={index === 0}
              sizes={CARD_SIZES}
            />
          )}
          skeleton={<ProductSkeleton />}
          total={count}
          window={window}
          next={next}
          className="card-pairs grid grid-cols-2 gap-x-3 gap-y-8 sm:gap-x-6 sm:gap-y-12 lg:gap-x-8 xl:grid-cols-3"
        />
      ) : (
        <EmptyState title="Nothing matches these filters">
          <ButtonLink to={unfiltered} preventScrollReset>
            Clear all filters
          </ButtonLink>
        </EmptyState>
      )}
    </div>
  );
}
