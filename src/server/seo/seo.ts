import { Hono } from 'hono';
import type { AppEnv } from '#features/app-env.ts';
import type { ShopContext } from '../start/create-context.ts';
import { manifest } from './manifest.ts';
import { robots } from './robots.ts';
import { createSitemap } from './sitemap.ts';

const HOUR = 'public, max-age=3600';

/** Files for search engines and home screens: the same for everyone, without a session. */
export function createSeo({ config, ctx }: ShopContext): Hono<AppEnv> {
  const seo = new Hono<AppEnv>();
  seo.get('/robots.txt', (c) => c.text(robots(config.baseUrl), 200, { 'Cache-Control': HOUR }));
  seo.get('/manifest.webmanifest', (c) =>
    c.body(JSON.stringify(manifest(ctx.shop)), 200, {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': HOUR,
    }),
  );
  seo.route('/', createSitemap({ ctx, baseUrl: config.baseUrl, cacheControl: HOUR }));
  return seo;
}
