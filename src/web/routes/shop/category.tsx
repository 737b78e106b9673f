import { redirect } from 'react-router';
import { findCollection } from '#features/catalog/catalog.ts';
import { noFilter } from '#features/catalog/product-list.schema.ts';
import { shop } from '#shop-config';
import { pageTitle } from '../../components/page/page-title.ts';
import { orErrorPage } from '../../respond.ts';
import { skipOnHashOrCartChange } from '../../revalidation.ts';
import { type CachedLoaderArgs, type PageContext, pageOf } from '../../shop-context.ts';
import type { Route } from './+types/category.ts';
import { ListPage } from './category/list-page.tsx';
import { loadList } from './category/load-list.ts';
import { loadSearch } from './category/load-search.ts';
import { noPage } from './no-page.ts';

// This is one route for categories, collections and searches. With several routes, their shared
// code would be in the script of every page.

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head ?? pageTitle(shop.brand);

export async function loader({ params, url, context }: CachedLoaderArgs<Route.LoaderArgs>) {
  const page = pageOf(context);
  const slug = params.section.toLowerCase();
  const isCollection = /^\/collections\//i.test(url.pathname);
  if (slug === 'search' && !isCollection) {
    page.requireBrowsing(url);
    return loadSearch(page, url);
  }
  const found = await orErrorPage(isCollection ? collectionOf(page, slug) : categoryOf(page, slug));
  if (!found) throw noPage();
  const { section, scope, isFormer } = found;
  if (isFormer) throw redirect(section.path + url.search, 301);
  page.requireBrowsing(url);
  return loadList(page, url, section, scope);
}

async function categoryOf(page: PageContext, slug: string) {
  const { categories } = await page.siteContent();
  const category =
    categories.find((one) => one.slug === slug) ??
    categories.find(({ formerSlugs }) => formerSlugs.includes(slug));
  if (!category) return null;
  const { id, name, description, imageUrl } = category;
  const section = { name, description, imageUrl, path: `/${category.slug}` };
  return { section, scope: { ...noFilter(), category: id }, isFormer: category.slug !== slug };
}

async function collectionOf({ ctx }: PageContext, slug: string) {
  const collection = await findCollection(ctx, slug);
  if (!collection) return null;
  const { name, description, imageUrl, scope } = collection;
  const section = { name, description, imageUrl, path: `/collections/${collection.slug}` };
  return { section, scope, isFormer: collection.slug !== slug };
}

export const shouldRevalidate = skipOnHashOrCartChange;

/** The page of a category, a collection or a search. */
export default function Category({ loaderData }: Route.ComponentProps) {
  return <ListPage {...loaderData} />;
}
