/**
 * What every page needs of the shop: its categories, the collections of its menu, its pages with own
 * text, the texts that staff changed, and what its products say of delivery and returns. Every
 * feature may import this file.
 */

export interface Category {
  /** Products refer to it. It never changes. */
  id: string;
  name: string;
  /** The address of its page is `/slug`. */
  slug: string;
  description: string;
  imageUrl: string | null;
  /** Whether it is in the header, the home page's tabs and its tiles. */
  inMenu: boolean;
  /** Whether the home page's offers are its products. */
  offers: boolean;
  /** Slugs that it gave up, which redirect to its page. */
  formerSlugs: string[];
}

/** A link of the menu. */
export interface MenuEntry {
  name: string;
  path: string;
}

/** A page with the shop's own text, without the text. */
export interface ShopPageLink {
  id: string;
  name: string;
  slug: string;
  /** Every change of the page raises it. */
  version: number;
}

export interface SiteContent {
  /** In the order of staff; a hundred at most. */
  categories: readonly Category[];
  /** The collections in the menu, in the order of staff. */
  collections: readonly { name: string; slug: string }[];
  /** The published pages with the shop's own text that the footer links, in the order of staff. */
  pages: readonly { name: string; slug: string }[];
  /** All pages with the shop's own text, in the order of staff, for searches and links. */
  allPages: readonly ShopPageLink[];
  /** The version of the settings of delivery: `ctx.delivery.at` takes it. */
  deliveryVersion: string;
  /** Who pays for the way back of a return. */
  postagePaidBy: 'customer' | 'shop';
  /** The fixed texts that staff changed, by key: see `texts/default-texts.ts`. */
  ownTexts: Readonly<Record<string, string>>;
}

export interface SiteContentReader {
  /** The content as this process read it last; empty before it has read it. */
  readonly known: SiteContent;
  /** Reads the current content, in one statement that concurrent calls share. */
  read(): Promise<SiteContent>;
}

/** The entries of the header: categories, then collections. */
export function menuOf({ categories, collections }: SiteContent): MenuEntry[] {
  return [
    ...categories
      .filter(({ inMenu }) => inMenu)
      .map(({ name, slug }) => ({ name, path: `/${slug}` })),
    ...collections.map(({ name, slug }) => ({ name, path: `/collections/${slug}` })),
  ];
}
