// Search engines distinguish upper and lower case and the shop does not, so both spellings that
// links use are listed.
const PRIVATE = [
  '/cart',
  '/shoppingCart',
  '/checkOut',
  '/payment',
  '/myOrders',
  '/guestCheckout',
  '/orderLink/',
  '/makeAccount/',
  '/findOrder',
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

/** robots.txt: the paths that crawlers must not visit, and the address of the sitemap. */
export function robots(baseUrl: string): string {
  const lines = [
    'User-agent: *',
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${baseUrl}/sitemap.xml`,
  ];
  return `${lines.join('\n')}\n`;
}
