/** The shape of `shop.config.ts`; amounts in minor units of `currency`. */
export interface ShopConfig {
  brand: string;
  tagline: string;
  /** ISO 4217. */
  currency: string;
  access: 'members' | 'public';
  categories: { name: string; slug: string; blurb: string }[];
  offerCategory: string;
  offerPage: { slug: string; blurb: string };
  shipping: {
    country: string;
    rules: { cityContains: string; minor: number }[];
    otherwiseMinor: number;
  };
  paymentDueDays: number;
  startingInventory: number;
  imageHosts: string[];
  contact: { address: string[]; phone: string; email: string; hours: string };
  footer: {
    columns: { title: string; links: { label: string; href: string }[] }[];
    social: { label: string; href: string }[];
  };
}

/** The categories with a page: those of the header, then the one of the offers. */
export function categoryPages({ categories, offerCategory, offerPage }: ShopConfig) {
  const others = categories.filter(({ name }) => name !== offerCategory);
  return [...others, { name: offerCategory, ...offerPage }];
}

/** What a product may be listed in: the categories with a page, then the one of the offers. */
export function categoryNames({ categories, offerCategory }: ShopConfig): string[] {
  return [...categories.map(({ name }) => name), offerCategory];
}
