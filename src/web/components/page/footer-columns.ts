import type { MenuEntry, SiteContent } from '#features/site-content.ts';
import type { ShopConfig } from '#shared/shop-config.ts';

const ORDER_SEARCH = '/findOrder';

type Column = ShopConfig['footer']['columns'][number];

/**
 * The footer's columns of links from `shop.config.ts`. Links of categories and collections follow what
 * staff have in the console: removed ones are left out, and those of the menu and of the offers that
 * no column links are added to the first column that links any. Pages with the shop's own text have
 * a column of their own. Where guests may order, they find their order beside My Orders.
 */
export function footerColumns(
  shop: Pick<ShopConfig, 'footer' | 'categories' | 'offerPage' | 'guestCheckout'>,
  siteContent: Pick<SiteContent, 'categories' | 'collections' | 'pages'>,
): Column[] {
  const { footer, categories, offerPage } = shop;
  // An address of a new shop's categories is no page when the category is gone.
  const atFirst = new Set([...categories, offerPage].map(({ slug }) => `/${slug}`));
  const all = linkedSections(siteContent);
  const find = (href: string) => all.find(({ paths }) => paths.includes(href));
  const isSection = ({ href }: { href: string }) => Boolean(find(href)) || atFirst.has(href);
  const linked = new Set(
    footer.columns.flatMap(({ links }) => links.map(({ href }) => find(href))),
  );
  const first = footer.columns.find(({ links }) => links.some(isSection));
  const columns = footer.columns.map((column) => {
    const place = column.links.findIndex(isSection);
    if (place < 0) return column;
    const own = new Set(column.links.map(({ href }) => find(href)));
    const shown = all
      .filter((one) => own.has(one) || (column === first && one.isShown && !linked.has(one)))
      .map(({ name, path }) => ({ label: name, href: path }));
    const others = column.links.filter((link) => !isSection(link));
    return { ...column, links: others.toSpliced(place, 0, ...shown) };
  });
  const pages = siteContent.pages.map(({ name, slug }) => ({
    label: name,
    href: `/pages/${slug}`,
  }));
  const information = pages.length > 0 ? [{ title: 'Information', links: pages }] : [];
  const hasOwn = footer.columns.some(({ links }) =>
    links.some(({ href }) => href === ORDER_SEARCH),
  );
  const isAdded = shop.guestCheckout && !hasOwn;
  return [...(isAdded ? columns.map(withOrderSearch) : columns), ...information];
}

/** Adds the way of a guest to their order to the column that has the customers' one. */
function withOrderSearch({ title, links }: Column): Column {
  const after = links.findIndex(({ href }) => href === '/myOrders') + 1;
  const link = { label: 'Find your order', href: ORDER_SEARCH };
  return { title, links: after ? links.toSpliced(after, 0, link) : links };
}

interface LinkedSection extends MenuEntry {
  /** The paths of the section, also those that it gave up. */
  paths: string[];
  /** Whether it is in the footer although no column links it. */
  isShown: boolean;
}

function linkedSections({
  categories,
  collections,
}: Pick<SiteContent, 'categories' | 'collections'>): LinkedSection[] {
  return [
    ...categories.map(({ name, slug, formerSlugs, inMenu, offers }) => ({
      name,
      path: `/${slug}`,
      paths: [slug, ...formerSlugs].map((one) => `/${one}`),
      isShown: inMenu || offers,
    })),
    ...collections.map(({ name, slug }) => {
      const path = `/collections/${slug}`;
      return { name, path, paths: [path], isShown: true };
    }),
  ];
}
