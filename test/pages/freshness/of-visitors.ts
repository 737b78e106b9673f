import { describe, expect, test } from 'vitest';
import { nonceOf } from '../same-page.ts';
import { page, respond, run, shopper, shops } from './world.ts';

/** Who asks, and what only members see. */
export function testVisitors(): void {
  describe('who asks', () => {
    test('is known anew at each request: cart, role, name and session', async () => {
      const cookie = await shops.admit({ ...shopper, name: 'Changing Person' });
      expect(await page(0, '/cloths', cookie)).toContain('Cart, empty');
      await run(`insert into cart_lines (cart_id, variant_id, quantity, seen_price_minor)
      select c.id, (select id from variants limit 1), 7, 0
      from carts c join users u on u.id = c.user_id where u.name = 'Changing Person'`);
      expect(await page(0, '/cloths', cookie)).toContain('Cart, 7 items');
      await run("update users set role = 'admin' where name = 'Changing Person'");
      expect(await page(0, '/cloths', cookie)).toContain('Make Admin');
      await run("update users set role = 'shopper' where name = 'Changing Person'");
      expect(await page(0, '/cloths', cookie)).not.toContain('Make Admin');
      await run("update users set name = 'Changed Person' where name = 'Changing Person'");
      expect(await page(0, '/cloths', cookie)).toContain('Changed Person');
      await run(
        "delete from sessions using users u where u.id = user_id and u.name = 'Changed Person'",
      );
      const after = await respond(0, '/cloths', { cookie });
      expect([after.status, after.headers.location]).toEqual([302, '/login?from=%2Fcloths']);
      expect(await page(0, '/', cookie)).not.toContain('Changed Person');
    });

    test('needs a signature that is right', async () => {
      const cookie = await shops.admit(shopper);
      // The first character of the signature: not every bit of its last one counts.
      const forged = cookie.replace(/(?<=session_token=[^;]*\.)./, (first) =>
        first === 'A' ? 'B' : 'A',
      );
      expect((await respond(0, '/cloths', { cookie })).status).toBe(200);
      expect((await respond(0, '/cloths', { cookie: forged })).status).toBe(302);
      expect((await respond(0, '/cloths', { cookie: `${forged}; ${cookie}` })).status).toBe(302);
    });

    test.each(['/cloths', '/cloths.data', '/account'])(
      'is nobody at %s by a cookie that browsers take for another one',
      async (path) => {
        const cookie = await shops.admit(shopper);
        const known = await respond(0, path, { cookie });
        const guest = await respond(0, path);
        const odd = await respond(0, path, { cookie: `\u00a0${cookie}` });
        expect(known.status).toBe(200);
        expect([odd.status, odd.headers.location]).toEqual([guest.status, guest.headers.location]);
        expect(odd.body.toString()).not.toContain(shopper.name);
      },
    );

    const sessionCookies = (cookies: string[]) =>
      cookies.filter((cookie) => cookie.startsWith('shop.session_token='));
    const setEnd = async (name: string, end: string) =>
      (
        await run(
          `update sessions set expires_at = ${end} from users u
         where u.id = user_id and u.name = $1 returning expires_at - now() as rest`,
          [name],
        )
      ).rows;

    test('is prolonged by the library when that is due, and the browser told', async () => {
      const name = 'Old Session';
      const cookie = await shops.admit({ ...shopper, name });
      await setEnd(name, "now() + interval '20 days'");
      const due = await respond(0, '/cloths', { cookie });
      expect(due.body.toString()).toContain(name);
      expect(sessionCookies([due.headers['set-cookie'] ?? []].flat())).toEqual([
        expect.stringContaining('Max-Age=2592000'),
      ]);
      const [{ rest }] = await setEnd(name, 'expires_at');
      expect(rest.days).toBeGreaterThanOrEqual(29);
      expect(await page(0, '/cloths', cookie)).toContain(name);
      await setEnd(name, "now() - interval '1 second'");
      expect((await respond(0, '/cloths', { cookie })).status).toBe(302);
    });

    test('is out when they sign out, also when the session was due', async () => {
      const name = 'Leaving Session';
      const cookie = await shops.admit({ ...shopper, name });
      await setEnd(name, "now() + interval '20 days'");
      const out = await fetch(`${shops.running[0]?.url}/signOut`, {
        method: 'POST',
        headers: { cookie, origin: 'http://shop.test' },
        redirect: 'manual',
      });
      expect(out.status).toBe(302);
      expect(sessionCookies(out.headers.getSetCookie())).toEqual([
        expect.stringContaining('Max-Age=0'),
      ]);
      expect(await setEnd(name, 'expires_at')).toEqual([]);
    });

    test('gets a nonce of their own, in the policy and in every script', async () => {
      const cookie = await shops.admit(shopper);
      const returns = await Promise.all([1, 2, 3].map(() => respond(0, '/cloths', { cookie })));
      expect(new Set(returns.map(nonceOf)).size).toBe(3);
      for (const kept of returns) {
        const scripts = kept.body.toString().match(/<script[^>]*>/g) ?? [];
        const run = scripts.filter((script) => !script.includes('ld+json'));
        expect(run.length).toBeGreaterThan(4);
        for (const script of run) expect(script).toContain(`nonce="${nonceOf(kept)}"`);
      }
    });
  });

  test('where only members may browse, the count of products is as closed to guests as its list', async () => {
    const cookie = await shops.admit(shopper);
    const path = '/productCount/cloths?size=M';
    const data = '/productCount/cloths.data?size=M';
    const signIn = `/login?${new URLSearchParams({ from: '/cloths?size=M' })}`;
    expect(await respond(0, path)).toMatchObject({ status: 302, headers: { location: signIn } });
    const refused = await respond(0, data);
    expect([refused.status, refused.body.includes(signIn)]).toEqual([202, true]);
    for (const open of [path, data]) expect((await respond(0, open, { cookie })).status).toBe(200);
  });
}
