/**
 * What a page says of itself to search engines and to whoever it is shared with. Made by loaders
 * alone, so that none of it is fetched as script; a page's `meta` hands on what its loader made.
 */
import type { MetaDescriptor } from 'react-router';
import type { ResponsiveImage } from '#features/catalog/catalog.schema.ts';
import { renditionsOf } from '#shared/image-names.ts';
import { excerpt, pageTitle } from '../components/page/page-title.ts';
import type { PageContext } from '../shop-context.ts';
import type { StructuredData } from './structured-data.ts';

/** The image of links to pages that have none of their own. */
const SHOP_IMAGE = { url: '/pictures/social-1200.jpg', width: 1200, height: 630 };

export interface PageFacts {
  title: string;
  description: string;
  /** The one address of the page: no filters, no choice, in the spelling of the sitemap. */
  path: string;
  /** What the page shows first; the shop's image where there is none. */
  image?: ResponsiveImage | null;
  /** Keeps the page out of search engines. It has no canonical address then: it is none's copy. */
  noIndex?: boolean;
  data?: StructuredData[];
}

/** The descriptors of a page that may be found and shared. */
export function pageHead({ baseUrl, ctx }: PageContext, facts: PageFacts): MetaDescriptor[] {
  const { title, description, path, image, noIndex = false, data = [] } = facts;
  const url = baseUrl + path;
  const shown = image ?? { ...SHOP_IMAGE, alt: ctx.shop.tagline };
  const graph = (property: string, content: string) => ({ property: `og:${property}`, content });
  return [
    ...pageTitle(title, description),
    noIndex
      ? { name: 'robots', content: 'noindex' }
      : { tagName: 'link', rel: 'canonical', href: url },
    graph('type', image ? 'product' : 'website'),
    graph('site_name', ctx.shop.brand),
    graph('title', title),
    graph('description', excerpt(description)),
    graph('url', url),
    // Not everyone who makes a preview of a link knows WebP.
    graph('image', new URL(renditionsOf(shown.url)?.fallback ?? shown.url, baseUrl).href),
    graph('image:alt', shown.alt),
    ...(image
      ? []
      : [
          graph('image:width', String(SHOP_IMAGE.width)),
          graph('image:height', String(SHOP_IMAGE.height)),
        ]),
    // A product stands upright: the wide card would cut it off at head and foot.
    { name: 'twitter:card', content: image ? 'summary' : 'summary_large_image' },
    ...(data.length > 0
      ? [{ 'script:ld+json': { '@context': 'https://schema.org', '@graph': data } }]
      : []),
  ];
}
