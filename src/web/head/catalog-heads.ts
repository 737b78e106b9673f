/** The heads of the pages that show goods. A members' shop tells search engines nothing of them. */
import type { ProductCard, ProductDetail } from '#features/catalog/catalog.schema.ts';
import { productPath } from '../components/product/product-card-view.ts';
import type { PageContext } from '../shop-context.ts';
import { pageHead } from './page-head.ts';
import { categoryData, productData } from './structured-data.ts';

/**
 * A category's page. Filters, sorting and `?show=` are views of one page, so the canonical address
 * has none of them. What follows `?after=` is left out of search engines: its addresses change with
 * every product that is added, and each product is in the sitemap.
 */
export function categoryHead(
  page: PageContext,
  category: { name: string; slug: string; blurb: string },
  products: ProductCard[],
  isLaterPage: boolean,
) {
  return pageHead(page, {
    title: category.name,
    description: `${category.blurb}. ${page.ctx.shop.tagline}`,
    path: `/${category.slug}`,
    noIndex: isLaterPage,
    data: isPublic(page) && !isLaterPage ? categoryData(page, category, products) : [],
  });
}

/** A product's page; `?variant=` only says what is chosen on it. */
export function productHead(page: PageContext, product: ProductDetail) {
  return pageHead(page, {
    title: product.name,
    description: product.descriptions,
    path: productPath(product),
    image: product.image,
    data: isPublic(page) ? productData(page, product) : [],
  });
}

function isPublic({ ctx }: PageContext): boolean {
  return ctx.shop.access === 'public';
}
