import { consoleCookie, readConsoleCookie } from '../../../components/console/console-cookie.ts';

/** The columns of the product table that staff choose. A cookie of the browser remembers them. */
export const columnLabels = {
  status: 'Status',
  price: 'Price',
  available: 'Available',
  variants: 'Variants',
  category: 'Category',
  tags: 'Tags',
  changed: 'Changed',
} as const;

export type ColumnName = keyof typeof columnLabels;

export const columnNames = Object.keys(columnLabels) as ColumnName[];

const COOKIE = 'shop.productColumns';
const usual = columnNames.filter((name) => name !== 'tags');

/** The chosen columns in their order. Without a cookie, most of them. */
export function readColumns(cookieHeader: string | null): ColumnName[] {
  const cookie = readConsoleCookie(cookieHeader, COOKIE);
  if (cookie === null) return usual;
  const chosen = cookie.split('.');
  return columnNames.filter((name) => chosen.includes(name));
}

/** The Set-Cookie header for these columns. */
export function columnsCookie(chosen: FormDataEntryValue[], baseUrl: string): string {
  const value = columnNames.filter((name) => chosen.includes(name)).join('.');
  return consoleCookie(COOKIE, value, baseUrl);
}
