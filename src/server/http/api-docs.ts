import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { AppEnv } from '#features/app-env.ts';
import { compressedOnce } from './compressed-once.ts';

const SCRIPT = `
window.addEventListener('load', () => {
  SwaggerUIBundle({ url: '/openapi.json', dom_id: '#api', deepLinking: true, tryItOutEnabled: true });
});
`;

const FILES = [
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
] as const;

/** The page at `/docs/api`, which describes the API and lets people try its calls. */
export function createApiDocs(projectRoot: string, brand: string): Hono<AppEnv> {
  const docs = new Hono<AppEnv>();
  docs.get('/docs/api', (c) =>
    c.html(html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>API – ${brand}</title>
          <link rel="icon" href="/favicon.svg" />
          <link rel="stylesheet" href="/docs/api/swagger-ui.css" />
        </head>
        <body>
          <main id="api"></main>
          <script src="/docs/api/swagger-ui-bundle.js"></script>
          <script src="/docs/api/start.js"></script>
        </body>
      </html>`),
  );
  docs.get('/docs/api/start.js', (c) => c.body(SCRIPT, 200, { 'Content-Type': 'text/javascript' }));
  for (const [file, type] of FILES) {
    const path = join(projectRoot, 'node_modules/swagger-ui-dist', file);
    const respond = compressedOnce(() => readFile(path, 'utf8'));
    const headers = { 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' };
    docs.get(`/docs/api/${file}`, (c) => respond(c, headers));
  }
  return docs;
}
