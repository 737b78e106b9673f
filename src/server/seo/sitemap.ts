import { Hono } from 'hono';
import type { AppEnv } from '#features/app-env.ts';
import type { ProductMark } from '#features/catalog/catalog.schema.ts';
import { collectionPaths, sitemapParts, streamAddresses } from '#features/catalog/catalog.ts';
import type { Ctx } from '#features/context.ts';
import { shopPagePaths } from '#features/shop-pages/shop-pages.ts';
import { AppError } from '#shared/errors.ts';
import { escapeHtml } from '#shared/escape-html.ts';

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
/** The limit is 50,000 addresses a file; the first file also has the shop's other pages. */
const PRODUCTS_PER_FILE = 49_000;

/**
 * The sitemap: every page that a guest may see. One file while it fits; beyond that, an index of
 * `/sitemap-1.xml` and so on. It is streamed, so memory stays flat.
 */
export function createSitemap(options: {
  ctx: Ctx;
  baseUrl: string;
  cacheControl: string;
  productsPerFile?: number;
}): Hono<AppEnv> {
  const { ctx, baseUrl, cacheControl, productsPerFile = PRODUCTS_PER_FILE } = options;
  const isPublic = ctx.shop.access === 'public';
  // Where each file starts in the list of products; empty for a shop that only members may browse.
  const parts = async () => (isPublic ? sitemapParts(ctx, productsPerFile) : []);

  async function* file(part: number, start: ProductMark | null | undefined) {
    yield `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACE}>\n`;
    if (part === 0) {
      const sections = isPublic ? await sectionPaths(ctx) : [];
      const pages = await shopPagePaths(ctx);
      for (const path of ['/', ...sections, ...pages, '/login', '/register'])
        yield entry(baseUrl + path);
    }
    if (start !== undefined) {
      for await (const { slug, updatedAt } of streamAddresses(ctx, start, productsPerFile)) {
        yield entry(`${baseUrl}/product/${slug}`, updatedAt);
      }
    }
    yield '</urlset>\n';
  }

  function respond(chunks: AsyncIterable<string>): Response {
    return new Response(streamed(batched(chunks)), {
      headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': cacheControl },
    });
  }

  const sitemap = new Hono<AppEnv>();
  sitemap.get('/sitemap.xml', async () => {
    const starts = await parts();
    return respond(starts.length > 1 ? index(baseUrl, starts.length) : file(0, starts[0]));
  });
  sitemap.get('/:name{sitemap-[1-9]\\d{0,4}\\.xml}', async (c) => {
    const part = Number.parseInt(c.req.param('name').slice('sitemap-'.length), 10) - 1;
    const starts = await parts();
    if (part >= starts.length) throw new AppError('not_found', 'There is no such sitemap.');
    return respond(file(part, starts[part]));
  });
  return sitemap;
}

async function sectionPaths(ctx: Ctx): Promise<string[]> {
  const { categories } = await ctx.siteContent.read();
  return [...categories.map(({ slug }) => `/${slug}`), ...(await collectionPaths(ctx))];
}

async function* index(baseUrl: string, count: number) {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex ${NAMESPACE}>\n`;
  for (let part = 1; part <= count; part += 1) {
    yield `<sitemap><loc>${escapeHtml(`${baseUrl}/sitemap-${part}.xml`)}</loc></sitemap>\n`;
  }
  yield '</sitemapindex>\n';
}

function entry(address: string, changedAt?: Date): string {
  const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
  return `<url><loc>${escapeHtml(address)}</loc>${lastmod}</url>\n`;
}

function streamed(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

/** Joins chunks into larger ones of a few hundred addresses. */
async function* batched(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length < 64 * 1024) continue;
    yield text;
    text = '';
  }
  yield text;
}
