/** The shape of `shop.config.ts`. Amounts are in `currency`, such as 29.9. */
export interface ShopConfig {
  brand: string;
  tagline: string;
  /** ISO 4217. */
  currency: string;
  /** The language for amounts, in BCP 47. */
  locale: string;
  /** The time zone of all times and days that people read and choose, such as 'Asia/Dhaka'. */
  timeZone: string;
  access: 'members' | 'public';
  /** Whether people may order without an account. Only with public access. */
  guestCheckout: boolean;
  /**
   * The categories of a new shop, in the order of the menu. The image is the path of one; the
   * default is `/pictures/banner-SLUG-800.webp`. An open shop has its own in the database.
   */
  categories: { name: string; slug: string; blurb: string; image?: string }[];
  offerCategory: string;
  offerPage: { slug: string; blurb: string };
  shipping: {
    country: string;
    /** ISO 3166-1 codes of the countries that the shop delivers to; the first is `country`. */
    countries: string[];
    /** Whether an order from the cart needs a delivery address before it is placed. */
    addressRequired?: boolean;
    /** The first zones of a new shop. An open shop has its own in the database. */
    rules: ShippingRule[];
    otherwise: number;
    /**
     * Working days that a parcel takes in the shop's own country. Without them no day is promised.
     */
    otherwiseDays?: [from: number, to: number];
    /** Working days that a parcel takes to any other country. Without them no day is promised. */
    abroadDays?: [from: number, to: number];
    /** Orders until this time leave on the same day, such as '14:00'. */
    cutOff?: string;
    workingDays?: Weekday[];
  };
  /**
   * Words of colors by family, besides those of `features/catalog/color-families.ts`, such as
   * `{ Blue: ['ink'], Neon: ['volt'] }`. A word belongs to the family that is named here.
   */
  colorFamilies?: Record<string, string[]>;
  /** Carriers besides the common ones of `features/fulfillment/carriers.ts`. */
  carriers: CarrierConfig[];
  paymentDueDays: number;
  /**
   * How many hours after the payment customers may cancel an order of which nothing is shipped. 0
   * means never. Default: 0, because a shop may ship without recording parcels.
   */
  cancelPaidWithinHours?: number;
  returns: ReturnRules;
  /** What invoices and credit notes print. Without it, the brand and the contact below. */
  documents?: DocumentConfig;
  /** Days after the last use of a guest's cart. 0 means for ever. */
  retention: { guestCartDays: number };
  unpaidOrders: UnpaidOrderRules;
  undoSeconds: number;
  emails: EmailConfig;
  startingInventory: number;
  /**
   * How the SKU of a variant is made that staff add without one, of `{slug}`, `{name}`, `{color}`,
   * `{size}` and `{option}`. Default: all but the name.
   */
  skuPattern?: string;
  /** Stock is low at this many available units or fewer. A variant may have its own number. */
  lowStockAt: number;
  imageHosts: string[];
  contact: { address: string[]; phone: string; email: string; hours: string };
  footer: {
    columns: { title: string; links: { label: string; href: string }[] }[];
    social: { label: string; href: string }[];
  };
}

/**
 * What invoices, credit notes and debit notes print about the shop. A document keeps the details with which it
 * was issued.
 */
export interface DocumentConfig {
  /** The texts before the number. They do not end with a digit. Default: 'INV-', 'CN-', 'DN-'. */
  invoicePrefix?: string;
  creditNotePrefix?: string;
  debitNotePrefix?: string;
  seller: {
    /** The legal name. */
    name: string;
    address: string[];
    /** Includes its kind, such as 'VAT ID DE123456789'. */
    taxNumber?: string;
  };
  /** A sentence at the end. */
  note?: string;
}

/** When customers may send back what was delivered. */
export interface ReturnRules {
  /** Days after the delivery of a parcel; 0: no customer can ask for a return. */
  days: number;
  /** Requests of one account in a day. */
  requestsPerDay: number;
  /**
   * Days after the approval in which the parcel has to come, so that what was asked for in exchange
   * stays reserved. 0, the default: nothing can be exchanged.
   */
  exchangeDays?: number;
}

/** The parts that pages don't need and guests must not see. */
const PRIVATE = [
  'access',
  'cancelPaidWithinHours',
  'carriers',
  'categories',
  'colorFamilies',
  'currency',
  'documents',
  'emails',
  'guestCheckout',
  'imageHosts',
  'locale',
  'offerCategory',
  'offerPage',
  'paymentDueDays',
  'retention',
  'returns',
  'skuPattern',
  'timeZone',
  'undoSeconds',
  'unpaidOrders',
] as const satisfies (keyof ShopConfig)[];

/** The part of the configuration that goes to every browser. */
export function publicShopConfig(shop: ShopConfig): Omit<
  ShopConfig,
  (typeof PRIVATE)[number] | 'shipping' | 'footer'
> & {
  shipping: Pick<ShopConfig['shipping'], 'country'>;
  footer: Pick<ShopConfig['footer'], 'social'>;
} {
  const entries = Object.entries(shop).filter(([key]) => !PRIVATE.some((name) => name === key));
  const { country } = shop.shipping;
  // Each page is sent the columns of its footer.
  const { social } = shop.footer;
  return {
    ...(Object.fromEntries(entries) as typeof shop),
    shipping: { country },
    footer: { social },
  };
}

export interface CarrierConfig {
  name: string;
  /** The carrier's page for a parcel: an https address with `{number}` for the tracking number. */
  trackingUrl?: `https://${string}{number}${string}`;
}

/** The shipping cost to a city whose name contains this word or one of its other spellings. */
export interface ShippingRule {
  cityContains: string;
  aliases?: string[];
  cost: number;
  /** Working days that a parcel takes. */
  days?: [from: number, to: number];
}

/** The days of a week, the first one first. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

export type Weekday = (typeof weekdays)[number];

/** The most that one account or one network may leave unpaid. */
export interface UnpaidLimit {
  orders: number;
  units: number;
  /** The unpaid sum. */
  amount: number;
}

export interface UnpaidOrderRules {
  /** How many hours the stock of a guest, or of an account without a verified email, is reserved. */
  unverifiedHours: number;
  /** Of an account, or of the guests' orders of one email. */
  account: UnpaidLimit;
  /** An IPv4 address or a /64 of IPv6, with everyone behind it. */
  network: UnpaidLimit;
  /**
   * How many unpaid orders customers may delete, or turn back into a cart, in an hour. Together
   * with the limits above, this also limits how many they place.
   */
  deletedPerHour: Record<'account' | 'network', number>;
  /** How many requests that call the card provider customers may make in a minute. */
  providerAskedPerMinute: Record<'account' | 'network', number>;
  /** An order with a card payment in progress may exceed the limits by this factor. */
  cardTimes: number;
  /**
   * Staff are alerted when one account or network reserves this percentage of all units in the
   * shop, and at least `alertUnits`.
   */
  alertPercent: number;
  /** Staff are alerted only when an account or network reserves at least this many units. */
  alertUnits: number;
}

/** These rules with the limits of accounts and networks multiplied by `times`. */
export function raiseUnpaidLimits(rules: UnpaidOrderRules, times: number): UnpaidOrderRules {
  const raise = ({ orders, units, amount }: UnpaidLimit): UnpaidLimit => ({
    orders: orders * times,
    units: units * times,
    amount: amount * times,
  });
  const both = ({ account, network }: Record<'account' | 'network', number>) => ({
    account: account * times,
    network: network * times,
  });
  return {
    ...rules,
    account: raise(rules.account),
    network: raise(rules.network),
    deletedPerHour: both(rules.deletedPerHour),
    providerAskedPerMinute: both(rules.providerAskedPerMinute),
  };
}

/** Who gets which email, and how many. Emails over a limit wait and are sent as one. */
export interface EmailConfig {
  /** An email to the shop for each new order. `to` null means the contact address. */
  newOrders: { send: boolean; to: string | null };
  /** Emails of one kind to the shop itself per hour. */
  toShopPerKindAndHour: number;
  /** To a customer with a confirmed address. */
  toCustomer: RecipientLimit;
  /** To an unconfirmed address, which may be anyone's. */
  toUnconfirmed: RecipientLimit;
  /**
   * Links to confirm an address or to choose a password: how many of each kind per hour. They are
   * counted separately.
   */
  linksPerHour: number;
  /**
   * How many minutes the emails of an order wait for its card payment, so that one email covers
   * both.
   */
  cardWaitMinutes: number;
  /**
   * How many hours before the due time of an order its customer is reminded, but not before half of
   * the time has passed. 0 means never. Default: 24.
   */
  paymentReminderHours?: number;
  /**
   * The shop gets an email once a day about orders that have waited for more than this many days to
   * be shipped. 0 means never. Default: 3.
   */
  unshippedAfterDays?: number;
}

export interface RecipientLimit {
  perKindAndHour: number;
  perHour: number;
  perDay: number;
}

/** The address for emails about new orders. */
export function newOrdersAddress({ contact, emails }: ShopConfig): string {
  return emails.newOrders.to ?? contact.email;
}
