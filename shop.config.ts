import type { ShopConfig } from '#shared/shop-config.ts';

/** What a shop owner edits. Everything technical is an environment variable: see docs/configuration.md. */
export const shop: ShopConfig = {
  brand: 'Online Shop',
  tagline: 'Clothes and companions for every day, made to be worn for years.',
  /** A code of ISO 4217; every amount below, and of every product, is one of it. */
  currency: 'USD',
  /** Whose way of writing amounts: $1,234.50 in 'en-US', 1.234,50 $ in 'de'. */
  locale: 'en-US',
  /** Where the shop's clock is, such as 'Asia/Dhaka': all times and days that people read or choose are in it. */
  timeZone: 'UTC',
  /**
   * 'members': category and product pages need sign-in. 'public': anyone may browse, search engines
   * included. SHOP_ACCESS overrules it.
   */
  access: 'members',
  /**
   * Whether people may order without an account, with an email and an address. Needs public access.
   * GUEST_CHECKOUT overrules it.
   */
  guestCheckout: false,
  /** The first categories of a new shop. An open shop's are in the console, under Categories. */
  categories: [
    { name: 'Cloths', slug: 'cloths', blurb: 'Shirts, knits, coats and dresses' },
    { name: 'Shoes', slug: 'shoes', blurb: 'Trainers, boots and loafers' },
    { name: 'Gadget', slug: 'gadget', blurb: 'Small machines, well made' },
    { name: 'Jersey', slug: 'jersey', blurb: 'Match day, every day' },
  ],
  /** The category of the home page's offers. It has a page as well, but no place in the header. */
  offerCategory: 'Full Set',
  offerPage: { slug: 'full-set', blurb: 'Whole outfits, chosen to be worn together' },
  shipping: {
    country: 'Bangladesh',
    /** Where the shop delivers to, as codes of ISO 3166-1. The first is the country above. */
    countries: [
      ...['BD', 'AE', 'AU', 'BR', 'CA', 'CN', 'DE', 'ES', 'FR', 'GB', 'HK', 'IE'],
      ...['IN', 'IT', 'JP', 'KR', 'NL', 'NZ', 'SA', 'SE', 'SG', 'US'],
    ],
    /** True: nobody orders from the cart without a whole address. False: city and zip are enough. */
    addressRequired: false,
    /**
     * The first delivery zones of a new shop. An open shop's are in the console, under Delivery. The
     * first rule decides whose word, or one of whose aliases, the city contains. Capitals and accents
     * make no difference. `days` are working days from dispatch to arrival.
     */
    rules: [
      { cityContains: 'chittagong', aliases: ['Chattogram', 'চট্টগ্রাম'], cost: 60, days: [1, 2] },
    ],
    otherwise: 120,
    otherwiseDays: [2, 4],
    abroadDays: [7, 14],
    /** Orders until this time of the shop's clock leave on the same day, if it is a working day. */
    cutOff: '14:00',
    workingDays: ['Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday'],
  },
  /**
   * Who brings parcels, besides the common carriers that the shop knows. `{number}` is the place of
   * the tracking number in the address of the carrier's page.
   */
  carriers: [
    { name: 'RedX', trackingUrl: 'https://redx.com.bd/track-parcel/?trackingId={number}' },
    { name: 'Sundarban Courier' },
  ],
  /**
   * Hours after the payment in which customers may cancel an order of which no parcel is recorded. Its
   * items go back into the stock, and its payment is refunded. 0: never. Choose 0 if you ship orders
   * without recording parcels here.
   */
  cancelPaidWithinHours: 24,
  /** Days until an unpaid order is cancelled and its stock given back. */
  paymentDueDays: 7,
  /**
   * Returns: days after the delivery of a parcel in which its items can be sent back, where 0 means
   * never; how many requests one account may send in a day; and days after the approval of a return
   * for which another size or color is reserved in exchange, where 0 means no exchanges.
   */
  returns: { days: 30, requestsPerDay: 20, exchangeDays: 21 },
  /**
   * Invoices, credit notes and debit notes. Each has a prefix and a number without gaps, from 1001 on. The name and
   * the address are those that the law wants on an invoice. A document keeps what it was issued with.
   */
  documents: {
    invoicePrefix: 'INV-',
    creditNotePrefix: 'CN-',
    debitNotePrefix: 'DN-',
    seller: {
      name: 'Online Shop Ltd.',
      address: ['12 Agrabad Avenue', 'Chittagong 4100', 'Bangladesh'],
      taxNumber: 'BIN 001234567-0101',
    },
    note: 'Thank you for shopping with us.',
  },
  /** Days that the cart of somebody without an account is kept after it was last used; 0: for ever. */
  retention: { guestCartDays: 60 },
  /** How much may wait for its payment, so that nobody can reserve the whole shop. */
  unpaidOrders: {
    /** Hours instead of days, for accounts whose email address nobody confirmed. */
    unverifiedHours: 6,
    /** Of one account: orders, units, and their sum. */
    account: { orders: 20, units: 200, amount: 20_000 },
    /** Of everyone behind one internet connection. Mobile carriers may need more. */
    network: { orders: 100, units: 1_000, amount: 100_000 },
    /** Orders that one account, or one internet connection, may delete or cancel in an hour. */
    deletedPerHour: { account: 60, network: 300 },
    /** Requests that have the card provider asked, in a minute. The provider limits the whole shop. */
    providerAskedPerMinute: { account: 60, network: 300 },
    /** An order that is being paid by card may go up to so many times these limits. */
    cardTimes: 2,
    /** One who holds this share of all units, and at least so many, is reported to the shop's email. */
    alertPercent: 1,
    alertUnits: 100,
  },
  /** Seconds in which the deletion of an unpaid order can be undone; the email about it waits as long. */
  undoSeconds: 120,
  emails: {
    /** An email to the shop for each new order. `to: null` sends it to `contact.email` below. */
    newOrders: { send: true, to: null },
    /** Emails of one kind to the shop in an hour; what is more comes as one summary after the hour. */
    toShopPerKindAndHour: 30,
    /** Emails about orders to one customer; what is more comes as one summary. */
    toCustomer: { perKindAndHour: 12, perHour: 24, perDay: 60 },
    /** The same to an address that nobody has confirmed. */
    toUnconfirmed: { perKindAndHour: 5, perHour: 8, perDay: 16 },
    /** Links to confirm an address, and links to choose a new password: each so many an hour. */
    linksPerHour: 3,
    /** Minutes to wait for a card payment, so that one email says that an order is placed and paid. */
    cardWaitMinutes: 5,
    /** Hours before an order must be paid in which its customer is reminded once; 0: never. */
    paymentReminderHours: 24,
    /** Once a day the shop hears of orders that wait for more days to be shipped; 0: never. */
    unshippedAfterDays: 3,
  },
  /**
   * Units of a product that `/addProduct` or `POST /products` adds without saying how many there
   * are. One that the console adds has none.
   */
  startingInventory: 10,
  /** The SKU of a variant that staff add without one; 'TEE-NAVY-M' for a tee. A number follows where it is taken. */
  skuPattern: '{slug}-{color}-{size}-{option}',
  /** Customers are told how many are left, and staff that stock is low, at so many units or fewer. */
  lowStockAt: 5,
  /** Hosts that images may come from, beside the shop itself; the last is Google's, of profiles. */
  imageHosts: ['i.ibb.co', 'cdn.shopify.com', 'burst.shopifycdn.com', 'lh3.googleusercontent.com'],
  contact: {
    address: ['12 Agrabad Avenue', 'Chittagong 4100', 'Bangladesh'],
    phone: '+880 31 555 0142',
    email: 'hello@example.com',
    hours: 'Saturday to Thursday, 10 am to 8 pm',
  },
  footer: {
    /**
     * Categories and collections are as they are in the console: new ones come to the first column
     * that links any, and links of removed ones are left out.
     */
    columns: [
      {
        title: 'Shop',
        links: [
          { label: 'Cloths', href: '/cloths' },
          { label: 'Shoes', href: '/shoes' },
          { label: 'Gadget', href: '/gadget' },
          { label: 'Jersey', href: '/jersey' },
          { label: 'Full Set', href: '/full-set' },
        ],
      },
      {
        title: 'Your account',
        links: [
          { label: 'My Orders', href: '/myOrders' },
          { label: 'Cart', href: '/shoppingCart' },
          { label: 'Log in', href: '/login' },
          { label: 'Register', href: '/register' },
        ],
      },
    ],
    social: [
      { label: 'Instagram', href: 'https://www.instagram.com/' },
      { label: 'Facebook', href: 'https://www.facebook.com/' },
      { label: 'YouTube', href: 'https://www.youtube.com/' },
    ],
  },
};
