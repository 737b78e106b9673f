import { useLocation } from 'react-router';
import { newestOffers } from '#features/catalog/catalog.ts';
import { textsOf } from '#features/texts/texts.ts';
import { shop } from '#shop-config';
import { pageTitle } from '../../components/page/page-title.ts';
import { toCardView } from '../../components/product/to-card-view.ts';
import { pageHead } from '../../head/page-head.ts';
import { shopData } from '../../head/structured-data.ts';
import { orErrorPage } from '../../respond.ts';
import { skipOnCartChange, skipOnSearchChange } from '../../revalidation.ts';
import { type CachedLoaderArgs, pageOf } from '../../shop-context.ts';
import type { Route } from './+types/home.ts';
import { CategoryBanner } from './home/category-banner.tsx';
import { ContactDetails } from './home/contact-details.tsx';
import { HomeHero } from './home/home-hero.tsx';
import { Offers } from './home/offers.tsx';
import { ProductTabs } from './home/product-tabs.tsx';
import { shelfOf } from './home/shelf.ts';

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head ?? pageTitle(shop.brand);

export async function loader({ context }: CachedLoaderArgs) {
  const page = pageOf(context);
  const { ctx } = page;
  const siteContent = await orErrorPage(page.siteContent());
  const { categories } = siteContent;
  const withOffers = categories.find(({ offers }) => offers);
  const [shelves, offers] = await orErrorPage(
    Promise.all([
      Promise.all(categories.filter(({ inMenu }) => inMenu).map((one) => shelfOf(ctx, one))),
      withOffers ? newestOffers(ctx, withOffers) : [],
    ]),
  );
  return {
    texts: textsOf(siteContent, 'home'),
    shelves,
    offers: offers.map(toCardView),
    offersFrom: withOffers ? { name: withOffers.name, slug: withOffers.slug } : null,
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
export const shouldRevalidate: typeof skipOnCartChange = (change) =>
  skipOnCartChange({ ...change, defaultShouldRevalidate: skipOnSearchChange(change) });

export default function Home({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const { texts, shelves, offers, offersFrom } = loaderData;
  return (
    <>
      <HomeHero first={shelves[0]} />
      <ProductTabs texts={texts} shelves={shelves} path={pathname} />
      <CategoryBanner texts={texts} shelves={shelves} />
      <Offers texts={texts} offers={offers} from={offersFrom} />
      <ContactDetails texts={texts} />
    </>
  );
}
