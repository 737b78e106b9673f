import { expect, test } from 'vitest';
import { page, respond, run, shirt, shopper, shops } from './world.ts';

/** What goods cost the shop. */
export function testCosts(): void {
  test('costs are in what admins read of goods, and in nothing that others get', async () => {
    const [admin, customer] = [
      await shops.admit({ ...shopper, name: 'Cora Coster', role: 'admin' }),
      await shops.admit({ ...shopper, count: 1 }),
    ];
    const { rows } = await run('select id from variants where product_id = $1 order by id', [
      shirt.id,
    ]);
    const [variant] = rows;
    const { rows: versions } = await run('select version from products where id = $1', [shirt.id]);
    const written = await fetch(`${shops.running[0]?.url}/api/v1/products/${shirt.id}`, {
      method: 'PATCH',
      headers: {
        cookie: admin,
        origin: 'http://shop.test',
        'content-type': 'application/json',
        'if-match': `"${versions[0].version}"`,
      },
      body: JSON.stringify({ cost: 812_345.67, variants: [{ _id: variant.id, cost: 812_345.89 }] }),
    });
    expect(written.status).toBe(200);
    const costs = /812[,.]?345[.,]?(?:67|89)/;

    const ofStaff = [
      `/admin/products/${shirt.id}`,
      `/admin/products/sheet?id=${shirt.id}`,
      `/api/v1/products/${shirt.id}`,
      `/api/v1/stock/${variant.id}`,
      '/api/v1/exports/products.csv',
      '/api/v1/exports/stock.csv',
      '/admin/audit-log',
    ];
    for (const path of ofStaff)
      expect([path, costs.test(await page(0, path, admin))]).toEqual([path, true]);
    const words = encodeURIComponent(shirt.name);
    const ofShop = [
      '/',
      '/_.data',
      '/cloths',
      '/cloths.data',
      '/cloths?size=M',
      `/product/${shirt.slug}`,
      `/product/${shirt.slug}.data`,
      `/quickView/${shirt.slug}.data`,
      `/products/${shirt.id}`,
      '/products',
      '/products?category=Cloths&limit=24',
      '/products/facets?category=Cloths',
      `/search?q=${words}`,
      `/search/suggestions?q=${words}`,
      '/shoppingCart',
      '/account/export',
    ];
    for (const cookie of ['', customer]) {
      for (const path of [...ofShop, ...ofStaff]) {
        const { status, body } = await respond(0, path, { cookie });
        if (ofStaff.includes(path))
          expect([path, [302, 401, 403, 404].includes(status)]).toEqual([path, true]);
        expect([path, costs.test(body.toString())]).toEqual([path, false]);
      }
    }
  });
}
