import { consoleCookie, readConsoleCookie } from '../../../components/console/console-cookie.ts';

/**
 * The columns of the product table that staff choose. They are in the address, so that views and
 * shared links have them. A cookie of the browser remembers them for addresses without.
 */
export const columnLabels = {
  status: 'Status',
  price: 'Price',
  cost: 'Cost',
  available: 'Available',
  variants: 'Variants',
  sku: 'SKU',
  category: 'Category',
  type: 'Type',
  brand: 'Brand',
  tags: 'Tags',
  created: 'Created',
  changed: 'Changed',
} as const;

export type ColumnName = keyof typeof columnLabels;

export const columnNames = Object.keys(columnLabels) as ColumnName[];

const COOKIE = 'shop.productColumns';
const usual: ColumnName[] = ['status', 'price', 'available', 'variants', 'category', 'changed'];

/** The chosen columns in their order. Without an address or a cookie that says, the usual ones. */
export function readColumns(params: URLSearchParams, cookieHeader: string | null): ColumnName[] {
  const written = params.get('columns') ?? readConsoleCookie(cookieHeader, COOKIE);
  if (written === null) return usual;
  const chosen = written.split('.');
  return columnNames.filter((name) => chosen.includes(name));
}

/** The address of a list with these columns, and the Set-Cookie header for them. */
export function chooseColumns(
  chosen: FormDataEntryValue[],
  { pathname, search }: URL,
  baseUrl: string,
): { to: string; cookie: string } {
  const value = columnNames.filter((name) => chosen.includes(name)).join('.');
  const params = new URLSearchParams(search);
  params.set('columns', value);
  return { to: `${pathname}?${params}`, cookie: consoleCookie(COOKIE, value, baseUrl) };
}
