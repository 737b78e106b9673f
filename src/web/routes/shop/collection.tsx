import { redirect } from 'react-router';
import { findCollection } from '#features/catalog/catalog.ts';
import { shop } from '#shop-config';
import { pageTitle } from '../../components/page/page-title.ts';
import { orErrorPage } from '../../respond.ts';
import { listOnItsOwn } from '../../revalidation.ts';
import { type CachedLoaderArgs, pageOf } from '../../shop-context.ts';
import type { Route } from './+types/collection.ts';
import { ListPage } from './category/list-page.tsx';
import { loadList } from './category/load-list.ts';
import { noPage } from './no-page.ts';

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head ?? pageTitle(shop.brand);

export async function loader({ params, url, context }: CachedLoaderArgs<Route.LoaderArgs>) {
  const page = pageOf(context);
  const slug = params.collection.toLowerCase();
  const collection = await orErrorPage(findCollection(page.ctx, slug));
  if (!collection) throw noPage();
  const { name, description, scope } = collection;
  const path = `/collections/${collection.slug}`;
  if (collection.slug !== slug) throw redirect(path + url.search, 301);
  page.requireBrowsing(url);
  return loadList(page, url, { name, description, path }, scope);
}

export const shouldRevalidate = listOnItsOwn;

export default function Collection({ loaderData }: Route.ComponentProps) {
  return <ListPage {...loaderData} />;
}
