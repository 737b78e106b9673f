import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import type { Config } from '#config.ts';
import type { AppEnv } from '#features/app-env.ts';
import { UPLOAD_FILE, UPLOADS } from '#shared/renditions.ts';

const YEAR = 'public, max-age=31536000, immutable';
const HOUR = 'public, max-age=3600';

/** One range of bytes, which the library can serve. */
const RANGE = /^bytes=(?:\d+-\d*|-\d+)$/;

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
    serveFile({ root, precompressed: true, onFound: (_, c) => c.header('Cache-Control', YEAR) }),
  );
  files.get('/pictures/*', serveFile({ root, onFound: (_, c) => c.header('Cache-Control', HOUR) }));
  // Names of images contain a hash of the upload. Nothing else in the folder has such a name.
  files.get(
    `${UPLOADS}:file{${UPLOAD_FILE}}`,
    serveFile({
      root: uploadsFolder,
      rewriteRequestPath: (path) => path.slice(UPLOADS.length - 1),
      onFound: (_, c) => c.header('Cache-Control', YEAR),
    }),
  );
  files.get(
    '/:file{[\\w-]+\\.(?:svg|ico|png|txt|webmanifest)}',
    serveFile({ root, onFound: (_, c) => c.header('Cache-Control', HOUR) }),
  );
  return files;
}

/**
 * Serves the file of the request, or one range of its bytes. It ignores another Range header, and
 * one that depends on the file's version (If-Range), as RFC 9110 allows: the library would send the
 * whole file as a part.
 */
function serveFile(options: Parameters<typeof serveStatic<AppEnv>>[0]): MiddlewareHandler<AppEnv> {
  const serve = serveStatic(options);
  return (c, next) => {
    const range = c.req.header('range');
    const isServed = range === undefined || RANGE.test(range);
    if (!isServed || c.req.header('if-range')) c.req.raw.headers.delete('range');
    return serve(c, next);
  };
}
