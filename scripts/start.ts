import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StartError } from '#shared/start-error.ts';
import { isBuiltFrom, sourcesOf } from './build-fingerprint.ts';
import { shopProcess, shopProgram } from './built-shop.ts';

try {
  const projectRoot = resolve(import.meta.dirname, '..');
  if (!(await isBuiltFrom(sourcesOf(projectRoot), projectRoot))) await build(projectRoot);
  await become(projectRoot);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(1);
}

/** Loaded only when there is something to build: loading it takes longer than the shop's own start. */
async function build(projectRoot: string): Promise<void> {
  const { readConfig } = await import('#config.ts');
  // The shop reads it too. Here a wrong variable is reported before the build, which takes long.
  readConfig();
  const { ensureBuild } = await import('./ensure-build.ts');
  await ensureBuild(projectRoot);
}

/**
 * Continues as the shop in the same process, so that signals reach it, and without the memory that
 * the build took.
 */
async function become(projectRoot: string): Promise<void> {
  // Windows and some versions of Node do not support it, and a watching parent would lose its
  // child.
  if (process.platform === 'win32' || process.send || !process.execve) {
    await import(pathToFileURL(shopProgram(projectRoot)).href);
    return;
  }
  // The warning that this is experimental does not help people who start a shop.
  process.emitWarning = () => undefined;
  const { args, env } = shopProcess(projectRoot, process.execArgv, process.env);
  process.execve(process.execPath, [process.execPath, ...args], env);
}
