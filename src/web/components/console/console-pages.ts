/**
 * The pages of the console, and those of staff that are outside of it. `words` are others that people
 * look for a page by; those of pages where something is set are in `setting-pages.ts`.
 */
export const consolePages = [
  {
    title: 'Catalog',
    pages: [
      { label: 'Overview', to: '/admin' },
      { label: 'Products', to: '/admin/products' },
      { label: 'Tags', to: '/admin/tags', words: 'labels rename merge filter' },
      { label: 'Stock', to: '/admin/stock', words: 'inventory units warehouse' },
      { label: 'Categories', to: '/admin/categories' },
      { label: 'Collections', to: '/admin/collections' },
      { label: 'Synonyms', to: '/admin/synonyms' },
      { label: 'Searches', to: '/admin/searches' },
      { label: 'Bulk edits', to: '/admin/bulk-edits' },
      { label: 'Imports', to: '/admin/imports' },
    ],
  },
  {
    title: 'Orders',
    pages: [
      { label: 'Orders', to: '/admin/orders' },
      { label: 'Sales', to: '/admin/sales', words: 'revenue turnover income report analytics' },
      { label: 'Carts', to: '/admin/carts', words: 'abandoned checkouts baskets' },
      { label: 'Customers', to: '/admin/customers' },
      { label: 'Delivery', to: '/admin/delivery' },
      { label: 'Taxes', to: '/admin/taxes' },
      { label: 'Return policy', to: '/admin/return-policy' },
      { label: 'Held stock', to: '/admin/held-stock' },
      { label: 'Payment problems', to: '/admin/payment-problems' },
    ],
  },
  {
    title: 'Shop',
    pages: [
      { label: 'Settings', to: '/admin/settings' },
      { label: 'Texts', to: '/admin/texts' },
      {
        label: 'Pages',
        to: '/admin/pages',
        words: 'privacy terms imprint legal policy about content',
      },
      { label: 'Emails', to: '/admin/emails' },
      { label: 'What staff did', to: '/admin/audit-log' },
      { label: 'Make Admin', to: '/makeAdmin' },
      { label: 'Status', to: '/admin/status' },
    ],
  },
] as const;

/** Pages that the command palette finds besides: they are opened from one of the others. */
export const furtherPages = [
  { label: 'Add product', to: '/admin/products/new', words: 'new' },
  { label: 'Add a category', to: '/admin/categories/new', words: 'new' },
  { label: 'Add a collection', to: '/admin/collections/new', words: 'new' },
  { label: 'Add a page', to: '/admin/pages/new', words: 'new privacy terms legal' },
  { label: 'Count stock', to: '/admin/stock/count', words: 'stocktake inventory scanner' },
  {
    label: 'Receive stock',
    to: '/admin/stock/receive',
    words: 'delivery goods in supplier inventory scanner',
  },
  { label: 'Value of stock', to: '/admin/stock/value', words: 'inventory worth cost' },
  { label: 'Pinned products', to: '/admin/searches/pins', words: 'search boost promote first' },
  { label: 'Popular searches', to: '/admin/searches/popular', words: 'search suggestions hide' },
] as const;

export type ConsolePage = (typeof consolePages)[number]['pages'][number];
export type ConsolePath = ConsolePage['to'];
