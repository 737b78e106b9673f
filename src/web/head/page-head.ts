/**
 * The metadata of a page for search engines and shared links. Only loaders make it, so none of it
 * is part of the script; a page's `meta` returns what its loader made.
 */
import type { MetaDescriptor } from 'react-router';
import type { ResponsiveImage } from '#features/catalog/catalog.schema.ts';
import { renditionsOf } from '#shared/renditions.ts';
import { excerpt, pageTitle } from '../components/page/page-title.ts';
import type { PageContext } from '../shop-context.ts';
import type { StructuredData } from './structured-data.ts';

/** The image for links to pages that have no image of their own. */
const SHOP_IMAGE = { url: '/pictures/social-1200.jpg', width: 1200, height: 630 };

export interface PageFacts {
  title: string;
  description: string;
  /** The canonical path of the page: no filters, no choice, spelled as in the sitemap. */
  path: string;
  /** The page's first image; without one, the shop's image. */
  image?: ResponsiveImage | null;
  /** Whether the page is of one product. */
  isProduct?: boolean;
  /** Excludes the page from search engines. Such a page has no canonical address. */
  noIndex?: boolean;
  data?: StructuredData[];
}

/** The descriptors of a page that search engines may list. */
export function pageHead({ baseUrl, ctx }: PageContext, facts: PageFacts): MetaDescriptor[] {
  const { title, description, path, image, isProduct = false, noIndex = false, data = [] } = facts;
  const url = baseUrl + path;
  const shown = image ?? { ...SHOP_IMAGE, alt: ctx.shop.tagline };
  const graph = (property: string, content: string) => ({ property: `og:${property}`, content });
  return [
    ...pageTitle(title, description),
    noIndex
      ? { name: 'robots', content: 'noindex' }
      : { tagName: 'link', rel: 'canonical', href: url },
    graph('type', isProduct ? 'product' : 'website'),
    graph('site_name', ctx.shop.brand),
    graph('title', title),
    graph('description', excerpt(description)),
    graph('url', url),
    // Some programs that preview links do not support WebP.
    graph('image', new URL(renditionsOf(shown.url)?.fallback ?? shown.url, baseUrl).href),
    graph('image:alt', shown.alt),
    ...(image
      ? []
      : [
          graph('image:width', String(SHOP_IMAGE.width)),
          graph('image:height', String(SHOP_IMAGE.height)),
        ]),
    // Product images are tall: the wide card would cut off their top and bottom.
    { name: 'twitter:card', content: image ? 'summary' : 'summary_large_image' },
    ...(data.length > 0
      ? [{ 'script:ld+json': { '@context': 'https://schema.org', '@graph': data } }]
      : []),
  ];
}
