import { redirect } from 'react-router';
import { shop } from '#shop-config';
import { pageTitle } from '../../components/page/page-title.ts';
import { noFilter } from '../../product-list-address.ts';
import { orErrorPage } from '../../respond.ts';
import { listOnItsOwn } from '../../revalidation.ts';
import { type CachedLoaderArgs, pageOf } from '../../shop-context.ts';
import type { Route } from './+types/category.ts';
import { ListPage } from './category/list-page.tsx';
import { loadList } from './category/load-list.ts';
import { noPage } from './no-page.ts';

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head ?? pageTitle(shop.brand);

export async function loader({ params, url, context }: CachedLoaderArgs<Route.LoaderArgs>) {
  const page = pageOf(context);
  const slug = params.category.toLowerCase();
  const { categories } = await orErrorPage(page.sections());
  const category = categories.find((one) => one.slug === slug);
  if (!category) {
    const renamed = categories.find(({ formerSlugs }) => formerSlugs.includes(slug));
    if (!renamed) throw noPage();
    throw redirect(`/${renamed.slug}${url.search}`, 301);
  }
  page.requireBrowsing(url);
  const section = { name: category.name, description: category.description, path: `/${slug}` };
  return loadList(page, url, section, { ...noFilter(), category: category.id });
}

export const shouldRevalidate = listOnItsOwn;

export default function Category({ loaderData }: Route.ComponentProps) {
  return <ListPage {...loaderData} />;
}
