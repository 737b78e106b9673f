/** The shape of `shop.config.ts`; amounts in minor units of `currency`. */
export interface ShopConfig {
  brand: string;
  tagline: string;
  /** ISO 4217. */
  currency: string;
  access: 'members' | 'public';
  categories: { name: string; slug: string; blurb: string }[];
  offerCategory: string;
  shipping: {
    country: string;
    rules: ShippingRule[];
    otherwiseMinor: number;
  };
  paymentDueDays: number;
  retention: { guestCartDays: number };
  unpaidOrders: UnpaidOrderRules;
  undoSeconds: number;
  startingInventory: number;
  imageHosts: string[];
  contact: { address: string[]; phone: string; email: string; hours: string };
  footer: {
    columns: { title: string; links: { label: string; href: string }[] }[];
    social: { label: string; href: string }[];
  };
}

/** What shipping costs to a city whose name contains this word, or one of its other spellings. */
export interface ShippingRule {
  cityContains: string;
  aliases?: string[];
  minor: number;
}

/** What may wait for its payment, of one account or of one network. */
export interface UnpaidLimit {
  orders: number;
  units: number;
  /** The sum of what is to be paid, in minor units. */
  minor: number;
}

export interface UnpaidOrderRules {
  /** Hours that the stock of an account without a verified email is held. */
  unverifiedHours: number;
  account: UnpaidLimit;
  /** An IPv4 address, or a /64 of IPv6: everyone behind it together. */
  network: UnpaidLimit;
  /** An order that is about to be paid by card may go beyond the limits, up to so many times them. */
  cardTimes: number;
  /** Staff are alerted when one account or network holds so many percent of all units in the shop… */
  alertPercent: number;
  /** …and at least so many units. */
  alertUnits: number;
}

/** The same rules with limits so many times as high. */
export function raiseUnpaidLimits(rules: UnpaidOrderRules, times: number): UnpaidOrderRules {
  const raise = ({ orders, units, minor }: UnpaidLimit): UnpaidLimit => ({
    orders: orders * times,
    units: units * times,
    minor: minor * times,
  });
  return { ...rules, account: raise(rules.account), network: raise(rules.network) };
}

/** What a product may be listed in: the categories with a page, then the one of the offers. */
export function categoryNames({ categories, offerCategory }: ShopConfig): string[] {
  return [...categories.map(({ name }) => name), offerCategory];
}
