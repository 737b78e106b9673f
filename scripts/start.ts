import { pathToFileURL } from 'node:url';
import { readConfig } from '#config.ts';
import { StartError } from '#shared/start-error.ts';
import { shopProcess, shopProgram } from './built-shop.ts';
import { ensureBuild } from './ensure-build.ts';

try {
  // Checked before the build, which takes long, so that a wrong variable is reported at once.
  const { projectRoot } = readConfig();
  await ensureBuild(projectRoot);
  await become(projectRoot);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(1);
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
