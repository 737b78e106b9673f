import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError, readConfig } from '#config.ts';
import { StartError } from '#shared/start-error.ts';
import { ensureBuild } from './build.ts';

// Builds when that is due, then becomes the shop: one process, so signals reach what they are for.
process.env.NODE_ENV ??= 'production';

try {
  // Before the build, which takes longer than reading a line about a typing error.
  const { projectRoot } = readConfig();
  await ensureBuild(projectRoot);
  await import(pathToFileURL(join(projectRoot, 'build/server/main.js')).href);
} catch (error) {
  if (!(error instanceof StartError || error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(1);
}
