import { expect, inject, test } from 'vitest';

const actions = [
  '/cart',
  '/contact',
  '/login',
  '/register',
  '/payment',
  '/addProduct',
  '/shoppingCart',
  '/checkOut',
];

/** What no form of the shop sends, but anyone can. */
const bodies: [string, string, string][] = [
  ['JSON', 'application/json', '{"intent":"add"}'],
  ['plain text', 'text/plain', 'intent=add'],
  ['a form that breaks off', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form'],
  ['a NUL', 'application/x-www-form-urlencoded', 'intent=add&variantId=%00&email=%00&city=%00'],
  ['nothing', 'application/x-www-form-urlencoded', ''],
];

test.each(bodies)(
  'pages answer %s with a refusal or a redirect, never a failure',
  async (_, type, body) => {
    const origin = inject('shopUrl');
    for (const path of actions) {
      const headers = { origin, 'content-type': type };
      const answer = await fetch(`${origin}${path}`, {
        method: 'POST',
        redirect: 'manual',
        headers,
        body,
      });
      expect([path, answer.status < 500 && answer.status >= 300]).toEqual([path, true]);
    }
  },
);

test('pages refuse a form that another site posts', async () => {
  const url = inject('shopUrl');
  for (const origin of ['https://elsewhere.example', 'null', `${url}.example`]) {
    const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(`${url}/cart`, { method: 'POST', headers, body: 'intent=add' });
    expect([origin, answer.status]).toEqual([origin, 403]);
  }
});
