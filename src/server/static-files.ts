import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { AppEnv } from '#features/app-env.ts';

const YEAR = 'public, max-age=31536000, immutable';
const HOUR = 'public, max-age=3600';

/** What the build made and what lies in `public/`; asked before anything costs a query. */
export function createStaticFiles(projectRoot: string): Hono<AppEnv> {
  const root = join(projectRoot, 'build/client');
  const files = new Hono<AppEnv>();
  // Names in assets/ carry a hash of their content.
  files.get(
    '/assets/*',
    serveStatic({ root, precompressed: true, onFound: (_, c) => c.header('Cache-Control', YEAR) }),
  );
  files.get(
    '/pictures/*',
    serveStatic({ root, onFound: (_, c) => c.header('Cache-Control', HOUR) }),
  );
  files.get(
    '/:file{[\\w-]+\\.(?:svg|ico|png|txt|webmanifest)}',
    serveStatic({ root, onFound: (_, c) => c.header('Cache-Control', HOUR) }),
  );
  return files;
}
