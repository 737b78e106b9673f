import type { ShopConfig } from '#shared/shop-config.ts';

/** What a shop owner edits. Everything technical is an environment variable: see the README. */
export const shop: ShopConfig = {
  brand: 'Online Shop',
  tagline: 'Clothes and companions for every day, made to be worn for years.',
  currency: 'USD',
  /**
   * 'members': category and product pages need sign-in. 'public': anyone may browse, search engines
   * included. SHOP_ACCESS overrules it.
   */
  access: 'members',
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
    /** The first rule whose word the city contains (upper or lower case alike) decides. */
    rules: [{ cityContains: 'chittagong', minor: 6_000 }],
    otherwiseMinor: 12_000,
  },
  /** Days until an unpaid order is cancelled and its stock given back. */
  paymentDueDays: 7,
  /** Units of a product that is added without saying how many there are. */
  startingInventory: 10,
  /** Hosts that pictures may come from, beside the shop itself; the last is Google's, of profiles. */
  imageHosts: ['i.ibb.co', 'cdn.shopify.com', 'burst.shopifycdn.com', 'lh3.googleusercontent.com'],
  contact: {
    address: ['12 Agrabad Avenue', 'Chittagong 4100', 'Bangladesh'],
    phone: '+880 31 555 0142',
    email: 'hello@example.com',
    hours: 'Saturday to Thursday, 10 am to 8 pm',
  },
  footer: {
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
