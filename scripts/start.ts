import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError, readConfig } from '#config.ts';
import { StartError } from '#shared/start-error.ts';
import { ensureBuild } from './ensure-build.ts';

// Builds when that is due, then becomes the shop: one process, so signals reach what they are for.
process.env.NODE_ENV ??= 'production';

// npm hands a signal on to its shell, which may die of it without telling the shop.
if (process.env.npm_lifecycle_event === 'start') {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200);
  watch.unref();
}

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
