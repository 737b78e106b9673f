/** The heads of pages with products. A shop for members tells search engines nothing about them. */
import type { ProductCard, ProductOnPage } from '#features/catalog/catalog.schema.ts';
import { productPath } from '../components/product/product-card-view.ts';
import type { PageContext } from '../shop-context.ts';
import { pageHead } from './page-head.ts';
import { categoryData, productData } from './structured-data.ts';

/**
 * The head of a category's page. Filters, sorting and `?show=` are views of one page, so the
 * canonical address has none of them. Search engines leave out pages with `?after=`: their
 * addresses change with every added product, and the sitemap has each product.
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

/** The head of a product's page; `?variant=` only selects a variant on it. */
export function productHead(page: PageContext, product: ProductOnPage) {
  return pageHead(page, {
    title: product.seoTitle || product.name,
    description: product.seoDescription || product.descriptions,
    path: productPath(product),
    image: product.image,
    data: isPublic(page) ? productData(page, product) : [],
  });
}

function isPublic({ ctx }: PageContext): boolean {
  return ctx.shop.access === 'public';
}
