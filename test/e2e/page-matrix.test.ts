import { expect, test } from 'vitest';
import routes from '../../src/web/routes.ts';
import {
  demoPerson,
  newShopper,
  Person,
  payOrder,
  placeOrder,
  stockroom,
} from '../support/people.ts';

// Who gets what from each page. `in` is the way to sign in, `no` a page that says no, `gone` the same
// as for what does not exist, `away` another page.

type Outcome = 'ok' | 'in' | 'no' | 'gone' | 'away' | 'none';
type Row = [visitor: Outcome, other: Outcome, owner: Outcome, admin: Outcome];

/** What GET responds with; addresses that only take forms lead away. */
const pages: Record<string, Row> = {
  '/': ['ok', 'ok', 'ok', 'ok'],
  '/home': ['ok', 'ok', 'ok', 'ok'],
  '/collections?/:section': ['in', 'ok', 'ok', 'ok'],
  '/product/:id': ['in', 'ok', 'ok', 'ok'],
  '/quickView/:id': ['away', 'away', 'away', 'away'],
  '/productCount/collections?/:section': ['away', 'away', 'away', 'away'],
  '/pages/:slug': ['gone', 'gone', 'gone', 'gone'],
  '/contact': ['away', 'away', 'away', 'away'],
  '/cart': ['away', 'away', 'away', 'away'],
  '/shoppingCart': ['in', 'ok', 'ok', 'ok'],
  '/guestCheckout': ['in', 'away', 'away', 'away'],
  '/checkOut/:orderId?': ['in', 'gone', 'ok', 'gone'],
  '/payment': ['away', 'away', 'away', 'away'],
  '/login': ['ok', 'away', 'away', 'away'],
  '/register': ['ok', 'away', 'away', 'away'],
  '/google': ['away', 'away', 'away', 'away'],
  '/google/done': ['ok', 'ok', 'ok', 'ok'],
  '/forgotPassword': ['ok', 'ok', 'ok', 'ok'],
  '/resetPassword': ['ok', 'ok', 'ok', 'ok'],
  '/verifyEmail': ['in', 'ok', 'ok', 'ok'],
  '/account': ['in', 'ok', 'ok', 'ok'],
  '/account/export': ['in', 'ok', 'ok', 'ok'],
  '/account/addresses/:id?': ['in', 'gone', 'gone', 'gone'],
  '/account/email': ['in', 'ok', 'ok', 'ok'],
  '/account/delete': ['in', 'ok', 'ok', 'ok'],
  '/signOut': ['away', 'away', 'away', 'away'],
  '/myOrders': ['in', 'ok', 'ok', 'ok'],
  '/myOrders/:orderId': ['in', 'gone', 'ok', 'gone'],
  '/orderLink/:token': ['gone', 'gone', 'gone', 'gone'],
  '/makeAccount/:orderId': ['in', 'gone', 'away', 'gone'],
  '/findOrder': ['gone', 'gone', 'gone', 'gone'],
  '/documents/:documentId': ['in', 'gone', 'ok', 'ok'],
  '/documents/:documentId/pdf': ['in', 'gone', 'ok', 'ok'],
  '/returnOrder/:orderId': ['in', 'gone', 'ok', 'gone'],
  '/returnOrder/:orderId/slip': ['in', 'gone', 'away', 'away'],
  '/returnOrder/photos/:photoId': ['in', 'gone', 'gone', 'gone'],
  '/AllOrders': ['in', 'no', 'no', 'ok'],
  '/refundOrder/:orderId': ['in', 'no', 'no', 'ok'],
  '/makeAdmin': ['in', 'no', 'no', 'ok'],
  '/addProduct': ['in', 'no', 'no', 'ok'],
  '/admin': ['in', 'gone', 'gone', 'ok'],
  '/admin/products': ['in', 'gone', 'gone', 'ok'],
  '/admin/orders': ['in', 'gone', 'gone', 'ok'],
  '/admin/orders/print': ['in', 'gone', 'gone', 'ok'],
  '/admin/orders/:id': ['in', 'gone', 'gone', 'gone'],
  '/admin/carts': ['in', 'gone', 'gone', 'ok'],
  '/admin/customers': ['in', 'gone', 'gone', 'ok'],
  '/admin/customers/:id': ['in', 'gone', 'gone', 'gone'],
  '/admin/categories': ['in', 'gone', 'gone', 'ok'],
  '/admin/categories/:id': ['in', 'gone', 'gone', 'gone'],
  '/admin/collections': ['in', 'gone', 'gone', 'ok'],
  '/admin/collections/:id': ['in', 'gone', 'gone', 'gone'],
  '/admin/delivery': ['in', 'gone', 'gone', 'ok'],
  '/admin/delivery/:id': ['in', 'gone', 'gone', 'gone'],
  '/admin/taxes': ['in', 'gone', 'gone', 'ok'],
  '/admin/taxes/:id': ['in', 'gone', 'gone', 'gone'],
  '/admin/return-policy': ['in', 'gone', 'gone', 'ok'],
  '/admin/searches': ['in', 'gone', 'gone', 'ok'],
  '/admin/searches/pins': ['in', 'gone', 'gone', 'ok'],
  '/admin/searches/pins/:id': ['in', 'gone', 'gone', 'gone'],
  '/admin/searches/popular': ['in', 'gone', 'gone', 'ok'],
  '/admin/synonyms': ['in', 'gone', 'gone', 'ok'],
  '/admin/settings': ['in', 'gone', 'gone', 'ok'],
  '/admin/texts': ['in', 'gone', 'gone', 'ok'],
  '/admin/pages': ['in', 'gone', 'gone', 'ok'],
  '/admin/pages/:id': ['in', 'gone', 'gone', 'gone'],
  '/admin/rows': ['in', 'gone', 'gone', 'away'],
  '/admin/search': ['in', 'gone', 'gone', 'away'],
  '/admin/held-stock': ['in', 'gone', 'gone', 'ok'],
  '/admin/held-stock/release': ['in', 'gone', 'gone', 'gone'],
  '/admin/payment-problems': ['in', 'gone', 'gone', 'ok'],
  '/admin/status': ['in', 'gone', 'gone', 'ok'],
  '/admin/audit-log': ['in', 'gone', 'gone', 'ok'],
  '/admin/sales': ['in', 'gone', 'gone', 'ok'],
  '/admin/products/sheet': ['in', 'gone', 'gone', 'ok'],
  '/admin/products/sheet/rows': ['in', 'gone', 'gone', 'away'],
  '/admin/bulk-edits': ['in', 'gone', 'gone', 'ok'],
  '/admin/bulk-edits/:jobId': ['in', 'gone', 'gone', 'gone'],
  '/admin/products/:id': ['in', 'gone', 'gone', 'ok'],
  '/manageAllProducts': ['in', 'no', 'no', 'ok'],
  '/admin/emails': ['in', 'gone', 'gone', 'ok'],
  '/admin/emails/previews/:kind': ['in', 'gone', 'gone', 'gone'],
  '/admin/emails/:id': ['in', 'gone', 'gone', 'gone'],
  '/admin/imports': ['in', 'gone', 'gone', 'ok'],
  '/admin/imports/:jobId': ['in', 'gone', 'gone', 'gone'],
  '/admin/stock': ['in', 'gone', 'gone', 'ok'],
  '/admin/stock/count': ['in', 'gone', 'gone', 'ok'],
  '/admin/stock/receive': ['in', 'gone', 'gone', 'ok'],
  '/admin/stock/value': ['in', 'gone', 'gone', 'ok'],
  '/admin/stock/:variantId': ['in', 'gone', 'gone', 'ok'],
};

const goods = stockroom();

function outcomeOf(response: Response): Outcome | 'refused' | 'failed' {
  const to = response.headers.get('location') ?? '';
  if (/^\/login\b/.test(to)) return 'in';
  if (to) return 'away';
  const names: Record<number, Outcome> = { 200: 'ok', 403: 'no', 404: 'gone', 405: 'none' };
  return names[response.status] ?? (response.status < 500 ? 'refused' : 'failed');
}

test('every page responds to everyone as the table says', async () => {
  // A route with pages inside is only their frame.
  const declared = routes
    .flatMap((entry) => entry.children ?? [entry])
    .map(({ path }) => `/${path ?? ''}`)
    .filter((path) => path !== '/*');
  expect(declared.sort()).toEqual(Object.keys(pages).sort());

  const lamp = await goods.add('Matrix Lamp');
  const owner = await newShopper('Olga Matrix');
  const order = await placeOrder(owner, lamp);
  const paid = await placeOrder(owner, lamp, { quantity: 2 });
  await payOrder(owner, paid);
  const [invoice] = await (await owner.ask(`/api/v1/orders/${paid._id}/documents`, {})).json();
  const people = {
    visitor: new Person(),
    other: await newShopper('Otto Matrix'),
    owner,
    admin: await demoPerson('admin@example.com'),
  };
  await people.admin.ask('/api/v1/collections', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Matrix Picks', products: [lamp._id] }),
  });
  let cells = 0;
  const wrong: string[] = [];
  for (const [path, row] of Object.entries(pages)) {
    const ids = {
      ':orderId': order._id,
      ':documentId': invoice._id,
      ':id': lamp._id,
      ':jobId': 'job_unknown',
      ':variantId': lamp.variants[0]?._id ?? '',
      ':section': 'matrix-picks',
    };
    const address = path
      .replace('collections?', 'collections')
      .replace(/:(\w+)\??/, (name) => ids[name.replace('?', '') as ':id']);
    for (const [index, [name, person]] of Object.entries(people).entries()) {
      const expected = row[index];
      const got = outcomeOf(await person.ask(address, { headers: { accept: 'text/html' } }));
      if (got !== expected) wrong.push(`GET ${path} as ${name}: ${got}, not ${expected}`);
      // A form that is empty: whoever may not see a page may not send its form either.
      const sent =
        path === '/signOut'
          ? 'away'
          : outcomeOf(await person.ask(address, { method: 'POST', body: new URLSearchParams() }));
      const isRight =
        expected === 'in' || expected === 'no'
          ? [expected, 'none'].includes(sent)
          : sent !== 'failed';
      if (!isRight) wrong.push(`POST ${path} as ${name}: ${sent}, not ${expected}`);
      cells += 2;
    }
  }
  console.log(`page matrix: ${declared.length} pages × 4 people × GET and POST, ${cells} cells`);
  expect(wrong).toEqual([]);
});
