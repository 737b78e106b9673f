import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { Config } from '#config.ts';
import type { AppEnv } from '#features/app-env.ts';
import { UPLOAD_FILE, UPLOADS } from '#shared/renditions.ts';

const YEAR = 'public, max-age=31536000, immutable';
const HOUR = 'public, max-age=3600';

/**
 * Serves the build, `public/` and uploaded images. It comes before everything that needs a database
 * query.
 */
export function createStaticFiles(
  { projectRoot, isDevelopment }: Pick<Config, 'projectRoot' | 'isDevelopment'>,
  uploadsFolder: string,
): Hono<AppEnv> {
  const root = join(projectRoot, isDevelopment ? 'public' : 'build/client');
  const files = new Hono<AppEnv>();
  // Names in assets/ contain a hash of their content.
  files.get(
    '/assets/*',
    serveStatic({ root, precompressed: true, onFound: (_, c) => c.header('Cache-Control', YEAR) }),
  );
  files.get(
    '/pictures/*',
    serveStatic({ root, onFound: (_, c) => c.header('Cache-Control', HOUR) }),
  );
  // Names of images contain a hash of the upload. Nothing else in the folder has such a name.
  files.get(
    `${UPLOADS}:file{${UPLOAD_FILE}}`,
    serveStatic({
      root: uploadsFolder,
      rewriteRequestPath: (path) => path.slice(UPLOADS.length - 1),
      onFound: (_, c) => c.header('Cache-Control', YEAR),
    }),
  );
  files.get(
    '/:file{[\\w-]+\\.(?:svg|ico|png|txt|webmanifest)}',
    serveStatic({ root, onFound: (_, c) => c.header('Cache-Control', HOUR) }),
  );
  return files;
}
