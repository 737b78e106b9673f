import { lazy } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { GrowingList } from '../../../components/growing-list.tsx';
import { CARD_SIZES } from '../../../components/image/sizes-attribute.ts';
import { ActiveFilters } from '../../../components/product/active-filters.tsx';
import { ProductCard } from '../../../components/product/product-card.tsx';
import { ProductSkeleton } from '../../../components/product/product-skeleton.tsx';
import { useAnnounceChange } from '../../../ui/announcer.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { FilterForm } from './filter-form.tsx';
import type { ListData } from './load-list.ts';

// In its own file, because few lists are search results.
const SearchParts = lazy(() => import('./search-parts.tsx'));

/** The page of a category, a collection or a search. */
export function ListPage(loaderData: ListData) {
  const { section, options, filter, filters, sort, sorts, count, counted, search } = loaderData;
  useAnnounceChange(JSON.stringify([filter, sort, search?.q]), counted);
  return (
    <div className="page-width">
      {search ? (
        <SearchParts {...search} found={counted} />
      ) : (
        <PageHeading title={section.name} count={counted}>
          {section.description}
        </PageHeading>
      )}
      {options.total > 0 ? (
        <div className="grid grid-cols-2 items-start gap-x-4 gap-y-6 lg:grid-cols-[13.5rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-12">
          <FilterForm
            options={options}
            filter={filter}
            sort={sort}
            sorts={sorts}
            search={search}
            active={filters.length}
            count={count}
          />
          <FoundProducts {...loaderData} />
        </div>
      ) : search ? null : (
        <EmptyState title={`There is nothing in ${section.name} yet`}>
          <ButtonLink to="/">See what else there is</ButtonLink>
        </EmptyState>
      )}
    </div>
  );
}

/** The active filters, and the products that fit them. */
function FoundProducts({ products, next, window, filters, unfiltered, count, address }: ListData) {
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
