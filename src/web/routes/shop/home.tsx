import { useLocation } from 'react-router';
import { homeShelves, newestOffers } from '#features/catalog/catalog.ts';
import { shop } from '#shop-config';
import { pageTitle } from '../../components/page/page-title.ts';
import { toCardView } from '../../components/product/to-card-view.ts';
import { pageHead } from '../../head/page-head.ts';
import { shopData } from '../../head/structured-data.ts';
import { orErrorPage } from '../../respond.ts';
import { notForCarts, searchAlone } from '../../revalidation.ts';
import { type CachedLoaderArgs, pageOf } from '../../shop-context.ts';
import type { Route } from './+types/home.ts';
import { CategoryBanner } from './home/category-banner.tsx';
import { ContactSection } from './home/contact-section.tsx';
import { HomeHero } from './home/home-hero.tsx';
import { OfferSection } from './home/offer-section.tsx';
import { ProductTabs } from './home/product-tabs.tsx';

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head ?? pageTitle(shop.brand);

export async function loader({ context }: CachedLoaderArgs) {
  const page = pageOf(context);
  const { ctx } = page;
  const [shelves, offers] = await orErrorPage(Promise.all([homeShelves(ctx), newestOffers(ctx)]));
  return {
    shelves: shelves.map(({ category, products }) => ({
      category,
      products: products.map(toCardView),
    })),
    offers: offers.map(toCardView),
    // `/home` and `/?tab=` are the same page.
    head: pageHead(page, {
      title: shop.brand,
      description: shop.tagline,
      path: '/',
      data: shopData(page),
    }),
  };
}

// All tabs are loaded already; `?tab=` only selects one.
export const shouldRevalidate: typeof notForCarts = (change) =>
  notForCarts({ ...change, defaultShouldRevalidate: searchAlone(change) });

export default function Home({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  return (
    <>
      <HomeHero />
      <ProductTabs shelves={loaderData.shelves} path={pathname} />
      <CategoryBanner />
      <OfferSection offers={loaderData.offers} />
      <ContactSection />
    </>
  );
}
