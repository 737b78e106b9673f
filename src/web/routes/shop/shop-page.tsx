import { redirect } from 'react-router';
import { findShopPage } from '#features/shop-pages/shop-pages.ts';
import { Description } from '../../components/product/description.tsx';
import { pageHead } from '../../head/page-head.ts';
import { orErrorPage } from '../../respond.ts';
import { type CachedLoaderArgs, pageOf } from '../../shop-context.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import type { Route } from './+types/shop-page.ts';
import { noPage } from './no-page.ts';

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head ?? [];

/** Open to everybody, also where only members may browse: the law requires some of these pages. */
export async function loader({ params, url, context }: CachedLoaderArgs<Route.LoaderArgs>) {
  const page = pageOf(context);
  const slug = params.slug.toLowerCase();
  const found = await orErrorPage(findShopPage(page.ctx, slug));
  if (!found) throw noPage();
  const path = `/pages/${found.slug}`;
  if (found.slug !== slug) throw redirect(path + url.search, 301);
  const { name, text, html } = found;
  const head = pageHead(page, { title: name, description: text || name, path });
  // A formatted text is shown as it is, so the plain one would be sent for nothing.
  return { name, text: html ? '' : text, html, head };
}

/** A page with the owner's own text. */
export default function ShopPage({ loaderData: { name, text, html } }: Route.ComponentProps) {
  return (
    <div className="page-width pb-section">
      <PageHeading title={name} />
      <Description of={{ descriptions: text, descriptionHtml: html }} className="max-w-prose" />
    </div>
  );
}
