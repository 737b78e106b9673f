import {
  browseProducts,
  countMatchingUpTo,
  MOST_COUNTED,
  productOptions,
} from '#features/catalog/catalog.ts';
import {
  chosenSorts,
  narrow,
  type ProductFilter,
  type ProductSort,
  productSorts,
} from '#features/catalog/product-list.schema.ts';
import { counted } from '#shared/counted.ts';
import { withThousands } from '#shared/thousands.ts';
import { toCardView } from '../../../components/product/to-card-view.ts';
import { type ListedSection, listHead } from '../../../head/catalog-heads.ts';
import { choiceParam, readListWindow } from '../../../list-window.ts';
import {
  activeFilters,
  listAddress,
  readProductFilter,
  readProductSort,
} from '../../../product-list-address.ts';
import { orErrorPage } from '../../../respond.ts';
import type { PageContext } from '../../../shop-context.ts';

/** What the page of a category or collection shows; `scope` says which products are in it. */
export async function loadList(
  page: PageContext,
  url: URL,
  section: ListedSection,
  scope: ProductFilter,
) {
  const { ctx } = page;
  const { searchParams } = url;
  const window = readListWindow(url);
  const sorts = scope.collection === null ? productSorts : chosenSorts;
  const sort = readProductSort<ProductSort>(searchParams, sorts as Record<ProductSort, string>);
  const sortParam = choiceParam(sort, sorts as Record<ProductSort, string>);
  const options = await orErrorPage(productOptions(ctx, scope));
  const filter = readProductFilter(searchParams, options);
  const narrowed = narrow(scope, filter);
  const active = activeFilters(filter, sortParam);
  const [found, count] = await orErrorPage(
    Promise.all([
      browseProducts(ctx, { filter: narrowed, sort, ...window }),
      active.filters.length > 0
        ? countMatchingUpTo(ctx, narrowed, MOST_COUNTED + 1)
        : options.total,
    ]),
  );
  return {
    section,
    products: found.items.map(toCardView),
    next: found.next,
    window,
    options,
    filter,
    ...active,
    sort: sortParam,
    byHand: scope.collection !== null,
    count,
    counted: describeCount(count),
    address: url.pathname + listAddress(filter, sortParam, window),
    head: listHead(page, section, found.items, window.after !== null),
  };
}

function describeCount(count: number): string {
  return count > MOST_COUNTED
    ? `${withThousands(MOST_COUNTED)}+ products`
    : counted(count, 'product');
}

export type ListData = Awaited<ReturnType<typeof loadList>>;
