import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { AppEnv } from '#features/app-env.ts';

const SCRIPT = `
window.addEventListener('load', () => {
  SwaggerUIBundle({ url: '/openapi.json', dom_id: '#api', deepLinking: true, tryItOutEnabled: true });
});
`;

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
  docs.get(
    '/docs/api/:file{swagger-ui(?:-bundle)?\\.(?:css|js)}',
    serveStatic({
      root: join(projectRoot, 'node_modules/swagger-ui-dist'),
      rewriteRequestPath: (path) => path.replace('/docs/api', ''),
      onFound: (_, c) => c.header('Cache-Control', 'public, max-age=3600'),
    }),
  );
  return docs;
}
