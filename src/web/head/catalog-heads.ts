/**
 * The heads of pages with products. A shop for members tells search engines nothing about products.
 */
import type { ProductCard, ProductOnPage } from '#features/catalog/catalog.schema.ts';
import { productPath } from '../components/product/product-card-view.ts';
import type { PageContext } from '../shop-context.ts';
import { pageHead } from './page-head.ts';
import { listData, productData } from './structured-data.ts';

/** A category or collection with a page that lists its products. */
export interface ListedSection {
  name: string;
  description: string;
  path: string;
  /** The image for links that people share. */
  imageUrl: string | null;
}

/** The head of a page of search results, which search engines leave out. */
export function searchHead(page: PageContext, q: string) {
  return pageHead(page, {
    title: q ? `Search: ${q}` : 'Search',
    description: page.ctx.shop.tagline,
    path: '/search',
    noIndex: true,
  });
}

/**
 * The head of a category's or collection's page. Filters, sorting and `?show=` are views of one page, so the
 * canonical address has none of them. Search engines leave out pages with `?after=`: their
 * addresses change with every added product, and the sitemap has each product.
 */
export function listHead(
  page: PageContext,
  section: ListedSection,
  products: ProductCard[],
  isLaterPage: boolean,
) {
  return pageHead(page, {
    title: section.name,
    description: [section.description, page.ctx.shop.tagline].filter(Boolean).join('. '),
    path: section.path,
    image: section.imageUrl ? { url: section.imageUrl, alt: section.name } : null,
    noIndex: isLaterPage,
    data: isPublic(page) && !isLaterPage ? listData(page, section, products) : [],
  });
}

/** The head of a product's page; `?variant=` only selects a variant on it. */
export function productHead(
  page: PageContext,
  product: ProductOnPage,
  categoryPath: string | null,
) {
  return pageHead(page, {
    title: product.seoTitle || product.name,
    description: product.seoDescription || product.descriptions,
    path: productPath(product),
    image: product.image,
    isProduct: true,
    data: isPublic(page) ? productData(page, product, categoryPath) : [],
  });
}

function isPublic({ ctx }: PageContext): boolean {
  return ctx.shop.access === 'public';
}
