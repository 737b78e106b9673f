/** The shape of `shop.config.ts`; amounts in `currency`, such as 29.9. */
export interface ShopConfig {
  brand: string;
  tagline: string;
  /** ISO 4217. */
  currency: string;
  /** How amounts are written: a language, as BCP 47 has it. */
  locale: string;
  access: 'members' | 'public';
  categories: { name: string; slug: string; blurb: string }[];
  offerCategory: string;
  offerPage: { slug: string; blurb: string };
  shipping: {
    country: string;
    rules: ShippingRule[];
    otherwise: number;
  };
  paymentDueDays: number;
  retention: { guestCartDays: number };
  unpaidOrders: UnpaidOrderRules;
  undoSeconds: number;
  emails: EmailConfig;
  startingInventory: number;
  imageHosts: string[];
  contact: { address: string[]; phone: string; email: string; hours: string };
  footer: {
    columns: { title: string; links: { label: string; href: string }[] }[];
    social: { label: string; href: string }[];
  };
}

/** What pages have no use for, and strangers no business with. */
const PRIVATE = [
  'currency',
  'emails',
  'imageHosts',
  'locale',
  'paymentDueDays',
  'retention',
  'undoSeconds',
  'unpaidOrders',
] as const satisfies (keyof ShopConfig)[];

/** The part of the configuration that goes to every browser. */
export function publicShopConfig(shop: ShopConfig): Omit<ShopConfig, (typeof PRIVATE)[number]> {
  const entries = Object.entries(shop).filter(([key]) => !PRIVATE.some((name) => name === key));
  return Object.fromEntries(entries) as Omit<ShopConfig, (typeof PRIVATE)[number]>;
}

/** What shipping costs to a city whose name contains this word, or one of its other spellings. */
export interface ShippingRule {
  cityContains: string;
  aliases?: string[];
  cost: number;
}

/** What may wait for its payment, of one account or of one network. */
export interface UnpaidLimit {
  orders: number;
  units: number;
  /** The sum of what is to be paid. */
  amount: number;
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
  const raise = ({ orders, units, amount }: UnpaidLimit): UnpaidLimit => ({
    orders: orders * times,
    units: units * times,
    amount: amount * times,
  });
  return { ...rules, account: raise(rules.account), network: raise(rules.network) };
}

/** Who gets which email, and how many. What is over a limit waits and is sent as one email. */
export interface EmailConfig {
  /** An email to the shop for each new order; `to` null: the contact address. */
  newOrders: { send: boolean; to: string | null };
  /** Emails of one kind to the shop itself in an hour. */
  toShopPerKindAndHour: number;
  /** To a customer who has confirmed the address. */
  toCustomer: RecipientLimit;
  /** To an address that nobody has confirmed: it may be anyone's. */
  toUnconfirmed: RecipientLimit;
  /** Links to confirm an address or to choose a password: of each kind in an hour, beside the others. */
  linksPerHour: number;
  /** Minutes that an order being paid by card waits for its payment, so that one email tells both. */
  cardWaitMinutes: number;
}

export interface RecipientLimit {
  perKindAndHour: number;
  perHour: number;
  perDay: number;
}

/** Where the shop is told of new orders. */
export function newOrdersAddress({ contact, emails }: ShopConfig): string {
  return emails.newOrders.to ?? contact.email;
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
