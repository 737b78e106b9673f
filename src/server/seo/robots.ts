// Search engines tell upper case from lower, the shop does not: both spellings that links use.
const PRIVATE = [
  '/cart',
  '/shoppingCart',
  '/checkOut',
  '/payment',
  '/myOrders',
  '/AllOrders',
  '/allOrders',
  '/makeAdmin',
  '/addProduct',
  '/manageAllProducts',
  '/quickView/',
  '/products',
  '/orders',
  '/users',
  '/api/',
];

/** robots.txt: where crawlers have no business, and where the sitemap is. */
export function robots(baseUrl: string): string {
  const lines = [
    'User-agent: *',
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${baseUrl}/sitemap.xml`,
  ];
  return `${lines.join('\n')}\n`;
}
