import { useState } from 'react';
import { data, useSearchParams } from 'react-router';
import { browseWithTotal, MAX_COUNTED } from '#features/catalog/catalog.ts';
import { noFilter, productSorts } from '#features/catalog/product-list.schema.ts';
import { removeProducts } from '#features/product-management/product-management.ts';
import { counted, countedUpTo } from '#shared/counted.ts';
import { GrowingList } from '../../components/growing-list.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { staffNotices } from '../../components/page/staff-notices.ts';
import { LONGEST_TEXT, readCategory, readText } from '../../list-text.ts';
import { redirectWithNotice } from '../../notices.ts';
import { listAddress, readListWindow } from '../../pagination.ts';
import { refuse } from '../../posted-form.ts';
import { readProductSort } from '../../product-list-address.ts';
import { orErrorPage, orRefusal, readForm, requireAdminPage, requireRows } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { useAnnounceChange } from '../../ui/announcer.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LabelledSelect } from '../../ui/labelled-select.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SearchToolbar } from '../../ui/search-toolbar.tsx';
import type { Route } from './+types/manage-all-products.ts';
import { ConfirmRemoval } from './manage-all-products/confirm-removal.tsx';
import {
  ManagedProduct,
  ManagedProductSkeleton,
  toManaged,
} from './manage-all-products/managed-product.tsx';
import { SelectionBar } from './manage-all-products/selection-bar.tsx';

export const handle = { notices: staffNotices };

export const meta = () =>
  privatePage('Manage All Products', 'Every product in the shop, and a way to remove it.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx } = visit;
  const { searchParams } = url;
  const window = readListWindow(url);
  const sort = readProductSort(searchParams, productSorts);
  const { categories } = await orErrorPage(visit.siteContent());
  const category = readCategory(searchParams, categories);
  const filter = { ...noFilter(), category, name: readText(searchParams) };
  const { page, count } = await orErrorPage(
    browseWithTotal(ctx, { filter, sort, ...window }, { most: MAX_COUNTED + 1 }),
  );
  requireRows(url, page.items);
  const choices = categories.map(({ id, name }): [string, string] => [id, name]);
  const search = { text: filter.name, category, sort, choices };
  const words = countedUpTo(count, MAX_COUNTED, 'product');
  return { products: page.items.map(toManaged), next: page.next, count, words, search, window };
}

export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const ids = (await readForm(context)).getAll('productId').map(String);
  const { value, refusal } = await orRefusal(removeProducts(visit.ctx, visit.actor, ids));
  if (refusal) return refuse(refusal);
  const { deletedCount, notRemoved } = value;
  if (notRemoved.length > 0) {
    const names = new Intl.ListFormat('en').format(notRemoved);
    const message = `Not removed, because it was gone already: ${names}. ${counted(deletedCount, 'product')} deleted successfully.`;
    return data({ message }, { status: 409 });
  }
  return redirectWithNotice(listAddress(url), staffNotices, 'product-removed');
}

export default function ManageAllProducts({ loaderData, actionData }: Route.ComponentProps) {
  const { products, next, count, words, search, window } = loaderData;
  const [params] = useSearchParams();
  const [selected, setSelected] = useState<string[]>([]);
  const asked = products.filter(({ id }) => params.getAll('remove').includes(id));
  const ticked = selected.filter((id) => products.some((product) => product.id === id));
  useAnnounceChange(JSON.stringify(search), words);
  const select = (id: string, on: boolean) =>
    setSelected((old) => [...old.filter((other) => other !== id), ...(on ? [id] : [])]);
  return (
    <div className="page-width">
      <PageHeading title="Manage All Products" count={words} />
      {actionData ? (
        <Notice tone="danger" className="mb-6">
          {actionData.message}
        </Notice>
      ) : null}
      <ConfirmRemoval products={asked} />
      <ProductSearch {...search} />
      {products.length > 0 ? (
        <>
          <SelectionBar
            count={ticked.length}
            all={ticked.length === products.length}
            onAll={(on) => setSelected(on ? products.map(({ id }) => id) : [])}
          />
          <GrowingList
            thing="product"
            rows={products}
            renderRow={(product) => (
              <ManagedProduct
                product={product}
                selected={ticked.includes(product.id)}
                onSelect={select}
              />
            )}
            skeleton={<ManagedProductSkeleton />}
            total={count}
            window={window}
            next={next}
            className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3"
          />
        </>
      ) : (
        <NoProducts searched={search.text !== null || search.category !== null} />
      )}
    </div>
  );
}

function ProductSearch({
  text,
  category,
  sort,
  choices,
}: Route.ComponentProps['loaderData']['search']) {
  return (
    <SearchToolbar label="Find products" hint="Product name" text={text} maxLength={LONGEST_TEXT}>
      <LabelledSelect
        label="Category"
        name="category"
        choices={{ '': 'All', ...Object.fromEntries(choices) }}
        chosen={category ?? ''}
      />
      <LabelledSelect label="Sort by" name="sort" choices={productSorts} chosen={sort} />
    </SearchToolbar>
  );
}

function NoProducts({ searched }: { searched: boolean }) {
  return searched ? (
    <EmptyState title="Nothing matches">
      <ButtonLink to="/manageAllProducts">Show all products</ButtonLink>
    </EmptyState>
  ) : (
    <EmptyState title="The shop has no products yet">
      <ButtonLink look="accent" to="/addProduct">
        Add Product
      </ButtonLink>
    </EmptyState>
  );
}
