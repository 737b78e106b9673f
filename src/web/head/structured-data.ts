/** Structured data of the shop and its products for search engines: schema.org, one node each. */
import type { ProductCard, ProductOnPage, Variant } from '#features/catalog/catalog.schema.ts';
import { findVariant } from '#shared/find-variant.ts';
import { imagesOfVariants } from '#shared/image-of-variant.ts';
import { toDecimalText } from '#shared/money.ts';
import { isSoldOut } from '#shared/stock.ts';
import { itemName, variantName } from '#shared/variant-options.ts';
import { productPath } from '../components/product/product-card-view.ts';
import type { PageContext } from '../shop-context.ts';

/** A node of JSON-LD. The page escapes `<`, `>` and `&` in it, so no text can end its script. */
export type StructuredData = { '@type': string } & Record<string, unknown>;

/** The shop as an organization and as a site. */
export function shopData({ baseUrl, ctx }: PageContext): StructuredData[] {
  const { brand, tagline, contact, footer, shipping } = ctx.shop;
  return [
    {
      '@type': 'OnlineStore',
      '@id': `${baseUrl}/#shop`,
      name: brand,
      description: tagline,
      url: `${baseUrl}/`,
      logo: `${baseUrl}/icon-512.png`,
      email: contact.email,
      telephone: contact.phone,
      address: {
        '@type': 'PostalAddress',
        streetAddress: contact.address.join(', '),
        addressCountry: shipping.country,
      },
      sameAs: footer.social.map(({ href }) => href),
    },
    {
      '@type': 'WebSite',
      name: brand,
      url: `${baseUrl}/`,
      publisher: { '@id': `${baseUrl}/#shop` },
    },
  ];
}

/** A step of breadcrumbs. */
interface Crumb {
  name: string;
  path: string;
}

/** The breadcrumbs of a category's or collection's page, and the products that it lists. */
export function listData(
  { baseUrl }: PageContext,
  { name, path }: Crumb,
  products: ProductCard[],
): StructuredData[] {
  return [
    breadcrumbs(baseUrl, [{ name, path }]),
    {
      '@type': 'ItemList',
      name,
      itemListElement: products.map((product, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: product.name,
        url: baseUrl + productPath(product),
      })),
    },
  ];
}

/** The breadcrumbs of a product, and its prices and availability: each variant is an offer. */
export function productData(
  page: PageContext,
  product: ProductOnPage,
  categoryPath: string | null,
): StructuredData[] {
  const { baseUrl, ctx } = page;
  const path = productPath(product);
  const about = {
    name: product.name,
    description: product.descriptions,
    category: product.category,
    url: baseUrl + path,
    image: product.images.map(({ url }) => new URL(url, baseUrl).href),
    brand: { '@type': 'Brand', name: product.brand || ctx.shop.brand },
  };
  const only = findVariant(product.variants, {});
  const imageOf = imagesOfVariants(product);
  const offers = (variant: Variant) => offerData(baseUrl + path, product.currency, variant);
  const goods: StructuredData[] = only
    ? [{ '@type': 'Product', ...about, ...variantFacts(only), offers: offers(only) }]
    : [
        {
          '@type': 'ProductGroup',
          ...about,
          productGroupID: product.id,
          variesBy: variesBy(product.variants),
          hasVariant: product.variants.map((variant) => ({
            '@type': 'Product',
            name: itemName({ name: product.name, variantName: variantName(variant) }),
            image: new URL(imageOf(variant)?.url ?? '/icon-512.png', baseUrl).href,
            ...variantFacts(variant),
            offers: offers(variant),
          })),
        },
      ];
  const trail = [
    ...(categoryPath ? [{ name: product.category, path: categoryPath }] : []),
    { name: product.name, path },
  ];
  return [breadcrumbs(baseUrl, trail), ...goods];
}

function variantFacts({ sku, size, color }: Variant): Record<string, string> {
  return { sku, ...(size ? { size } : {}), ...(color ? { color: color } : {}) };
}

function offerData(productUrl: string, currency: string, variant: Variant): StructuredData {
  return {
    '@type': 'Offer',
    url: `${productUrl}?${new URLSearchParams({ variant: variant.sku })}`,
    price: toDecimalText(variant.priceMinor),
    priceCurrency: currency,
    availability: `https://schema.org/${isSoldOut(variant.available) ? 'OutOfStock' : 'InStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
  };
}

function variesBy(variants: Variant[]): string[] {
  return [
    ...(variants.some(({ size }) => size) ? ['https://schema.org/size'] : []),
    ...(variants.some(({ color }) => color) ? ['https://schema.org/color'] : []),
  ];
}

function breadcrumbs(baseUrl: string, trail: Crumb[]): StructuredData {
  const steps = [{ name: 'Home', path: '/' }, ...trail];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: baseUrl + path,
    })),
  };
}
