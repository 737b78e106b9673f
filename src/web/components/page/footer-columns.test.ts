import { expect, test } from 'vitest';
import type { Category } from '#features/site-content.ts';
import { shop } from '#shop-config';
import { footerColumns } from './footer-columns.ts';

const category = (name: string, more: Partial<Category> = {}): Category => ({
  ...{ id: name, name, slug: name.toLowerCase().replaceAll(' ', '-'), description: '' },
  ...{ imageUrl: null, inMenu: true, offers: false, formerSlugs: [], ...more },
});
const links = (...names: string[]) =>
  names.map((label) => ({ label, href: `/${label.toLowerCase().replaceAll(' ', '-')}` }));
const columnsOf = (
  columns: typeof shop.footer.columns,
  categories: Category[],
  pages: { name: string; slug: string }[] = [],
) =>
  footerColumns(
    { ...shop, footer: { columns, social: [] } },
    { categories, collections: [{ name: 'Sale', slug: 'sale' }], pages },
  ).map(({ links: shown }) => shown.map(({ label, href }) => `${label} ${href}`).join(', '));

test('guests find their order beside My Orders, where they may order', () => {
  const columns = [
    { title: 'Account', links: [{ label: 'My Orders', href: '/myOrders' }, ...links('Cart')] },
  ];
  const shown = (guestCheckout: boolean) =>
    footerColumns(
      { ...shop, guestCheckout, footer: { columns, social: [] } },
      { categories: [], collections: [], pages: [] },
    ).flatMap((column) => column.links.map(({ label }) => label));
  expect(shown(false)).toEqual(['My Orders', 'Cart']);
  expect(shown(true)).toEqual(['My Orders', 'Find your order', 'Cart']);
  // Beside sections too, and an own link to it is the only one.
  columns[0]?.links.unshift(...links('Full Set'));
  expect(shown(true)).toEqual(['My Orders', 'Find your order', 'Cart']);
  columns.push({ title: 'Help', links: [{ label: 'Track', href: '/findOrder' }] });
  expect(shown(true)).toEqual(['My Orders', 'Cart', 'Track']);
});

test('the sections of the footer are those of now, and other links stay at their places', () => {
  const columns = [
    { title: 'Help', links: links('Contact') },
    { title: 'Shop', links: links('About', 'Cloths', 'Shoes', 'Full Set', 'Gifts') },
    { title: 'More', links: links('Jersey') },
  ];
  const categories = [
    category('Full Set', { inMenu: false, offers: true }),
    category('Clothes', { formerSlugs: ['cloths'] }),
    category('Hats'),
    category('Hidden', { inMenu: false }),
    category('Jersey', { inMenu: false }),
  ];
  expect(columnsOf(columns, categories)).toEqual([
    'Contact /contact',
    'About /about, Full Set /full-set, Clothes /clothes, Hats /hats, Sale /collections/sale, Gifts /gifts',
    'Jersey /jersey',
  ]);
});
