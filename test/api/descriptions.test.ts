import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeUnusedImages } from '#features/images/images.ts';
import { importProducts } from '#features/product-management/import/import-products.ts';
import { editor } from '../support/editing.ts';
import { imagesOf } from '../support/images.ts';
import { csv } from '../support/product-csv.ts';
import { scriptVectors, strangeParts } from '../support/script-vectors.ts';
import { HOUR, openUploads } from '../support/uploads.ts';

const uploads = await openUploads();
const { shop, admin, clock, query, upload } = uploads;
const goods = editor(shop, admin);
afterAll(() => shop.close());

let id: string;
let slug: string;
beforeAll(async () => {
  ({ id, slug } = await goods.coat('Described Coat'));
});

const shownTo = async (path: string) => (await shop.guest().get(path)).json();
const edit = (descriptionHtml: string, more: object = {}) =>
  goods.edit(id, { descriptionHtml, ...more });

describe('a formatted description', () => {
  test('is stored with its headings, lists, links and tables; calls have its text', async () => {
    const html =
      '<h2>Cut</h2><p>A <strong>straight</strong> <em>fit</em>.<br>See <a href="/cloths" rel="noopener">more</a>.</p><ol start="3"><li><p>One</p></li></ol><table><tbody><tr><th>S</th><td colspan="2">90</td></tr></tbody></table>';
    const edited = await edit(html);
    expect(edited).toMatchObject({
      descriptionHtml: html,
      descriptions: 'Cut\nA straight fit.\nSee more.\nOne\n\nS 90',
    });
    const { version } = edited;
    expect((await edit(html)).version).toBe(version);
    const shown = await shownTo(`/products/${slug}`);
    expect(shown.descriptions).toBe(edited.descriptions);
    expect(shown).not.toHaveProperty('descriptionHtml');
    const entry = (await goods.auditOf(id)).at(-1);
    expect(entry.detail.changed).toMatchObject({
      descriptionHtml: ['', html],
      descriptions: [expect.any(String), edited.descriptions],
    });
  });

  test('loses what it may not have, and keeps the text', async () => {
    const { descriptionHtml } = await edit(
      '<h1 class="x">Big</h1><section>One</section><div>Two</div><h6>Small</h6><p><b>b</b><i>i</i></p><p>&nbsp;</p><form>Three</form>',
    );
    expect(descriptionHtml).toBe(
      '<h2>Big</h2><div>One</div><div>Two</div><h4>Small</h4><p><strong>b</strong><em>i</em></p><div>Three</div>',
    );
  });

  test('gives way to plain text, and stays where the same text is sent with other fields', async () => {
    const rich = await edit('<p>Soft <em>wool</em></p>');
    const text = rich.descriptions;
    expect(await goods.edit(id, { descriptions: text, brand: 'Nord' })).toMatchObject({
      descriptionHtml: rich.descriptionHtml,
    });
    expect(await goods.edit(id, { descriptions: 'Hard <wool>' })).toMatchObject({
      descriptions: 'Hard <wool>',
      descriptionHtml: '',
    });
    // Without formatting it is plain text.
    expect(await edit('5 &lt; 6<br>and so on')).toMatchObject({
      descriptions: '5 < 6\nand so on',
      descriptionHtml: '',
    });
    await edit('<p>Soft <em>wool</em></p>');
    expect(await edit('')).toMatchObject({ descriptions: 'Soft wool', descriptionHtml: '' });
  });

  test.each([
    ['only tags', '<p> </p><script>x</script>'],
    ['more than is stored', `<p>${'<em>ab</em>'.repeat(3_000)}</p>`],
    ['far more', `<p>${'x'.repeat(100_000)}</p>`],
    ['too many images', Array.from({ length: 51 }, (_, n) => `<img src="/x/${n}">`).join('')],
  ])('is refused with %s', async (_, descriptionHtml) => {
    // The largest is larger than any body.
    const response = await goods.patch(id, (await goods.read(id)).version, { descriptionHtml });
    expect([413, 422]).toContain(response.status);
    expect((await response.json()).detail).toMatch(/\w/);
  });

  test('of deep nesting costs little', async () => {
    const start = performance.now();
    for (const tag of ['div', 'b', 'a href=/x', 'table', 'ul><li', 'p', 'h1', 'svg']) {
      const html = `<${tag}>`.repeat(Math.floor(20_000 / (tag.length + 2)));
      const { version } = await goods.read(id);
      const response = await goods.patch(id, version, { descriptionHtml: `${html}text` });
      expect([200, 422]).toContain(response.status);
    }
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  test('shows uploads, which stay, and no image of other hosts', async () => {
    const { url } = await upload(await imagesOf.jpeg(60, 40), admin);
    const { descriptionHtml } = await edit(
      `<p>Look:</p><img src="${url}" alt="A seam" onerror="x"><img src="https://elsewhere.example/a.png"><img src="/logout"><img src="/pictures/a-800.webp" width="80" height="100">`,
    );
    expect(descriptionHtml).toBe(
      `<p>Look:</p><img src="${url}" alt="A seam" width="60" height="40" loading="lazy" decoding="async"><img src="/pictures/a-800.webp" alt="" width="80" height="100" loading="lazy" decoding="async">`,
    );
    expect(
      await query('select url from description_images where product_id = $1 order by 1', [id]),
    ).toEqual([{ url: '/pictures/a-800.webp' }, { url }]);
    await query('update uploads set used_at = null where url = $1', [url]);
    clock.now += 48 * HOUR;
    await removeUnusedImages(shop.context.ctx);
    expect(await uploads.rowOf(url)).toMatchObject({ url, used_at: new Date(clock.now) });
    const copy = await (await admin.post(`${goods.path(id)}/duplicate`, {})).json();
    expect(copy.descriptionHtml).toBe(descriptionHtml);
    expect(
      await query('select count(*)::int from description_images where product_id = $1', [copy._id]),
    ).toEqual([{ count: 2 }]);
  });
});

describe('script', () => {
  test('is not stored by a call', async () => {
    const { descriptionHtml } = await edit(`<p>Coat</p>${scriptVectors.join('<p>and</p>')}`);
    expect(strangeParts(String(descriptionHtml))).toEqual([]);
  });

  test('is not stored by an import, and Shopify’s formatting is', async () => {
    const vectors = scriptVectors.map((vector) => `<p>Coat</p>${vector}`);
    const bodies = [...vectors, '<h2>Fit</h2><p>Slim</p>', 'x'.repeat(100_001)];
    const file = csv(
      bodies.map((body, index) => ({
        Handle: `vector-${index}`,
        Title: `Vector ${index}`,
        'Body (HTML)': body,
      })),
    );
    const report = await importProducts(shop.context.ctx, file, {
      category: 'Full Set',
      actor: 'test import',
    });
    expect(report.added).toBe(bodies.length - 1);
    const [refused, ...leftOut] = report.problems
      .map(({ reason }) => reason)
      .toSorted((a, b) => Number(b.includes('100,000')) - Number(a.includes('100,000')));
    expect(refused).toContain('more than 100,000 characters');
    // Images without an address of an image, such as scripts, are named.
    expect(leftOut.length).toBeGreaterThan(0);
    expect(leftOut.filter((reason) => !reason.includes(': An image must be one'))).toEqual([]);
    const stored: { descriptions: string; html: string }[] = await query(
      "select descriptions, description_html as html from products where slug like 'vector-%'",
    );
    expect(stored.flatMap(({ html }) => strangeParts(html))).toEqual([]);
    expect(stored.filter(({ html }) => html !== '').length).toBeGreaterThan(40);
    expect(stored).toContainEqual({ descriptions: 'Fit\nSlim', html: '<h2>Fit</h2><p>Slim</p>' });
  });
});
