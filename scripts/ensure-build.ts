import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readMoneyFormat } from '#shared/currency.ts';
import { StartError } from '#shared/start-error.ts';
import { shop } from '#shop-config';
import { isBuiltFrom, sourcesOf } from './build-fingerprint.ts';
import { lockBuild } from './build-lock.ts';
import { minifyAgain } from './minify-again.ts';
import { precompress } from './precompress.ts';
import { publishBuild } from './publish-build.ts';
import { trimManifest } from './trim-manifest.ts';

/**
 * Builds pages and server into `build/` unless they were built from the same sources. Processes that
 * serve an earlier build go on serving it.
 */
export async function ensureBuild(projectRoot: string): Promise<void> {
  const folder = join(projectRoot, 'build');
  const sources = sourcesOf(projectRoot);
  if (await isBuiltFrom(sources, projectRoot)) return;

  const cache = join(projectRoot, '.cache');
  const lock = await lockBuild(join(cache, 'build.lock'));
  const fresh = join(cache, `build-${lock.token}`);
  try {
    // Another start may have built it meanwhile.
    if (await isBuiltFrom(sources, projectRoot)) return;
    console.log('Building …');
    // What killed builds left.
    for (const name of await readdir(cache)) {
      if (/^build(-|$)/.test(name)) await rm(join(cache, name), { recursive: true, force: true });
    }
    await build(projectRoot, fresh);
    await trimManifest(join(fresh, 'client'));
    await minifyAgain(join(fresh, 'client'));
    await precompress(join(fresh, 'client'));
    await lock.requireHeld();
    await publishBuild(fresh, folder, sources);
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await lock.release();
  }
}

function build(projectRoot: string, folder: string): Promise<void> {
  // The build would report this too, but among many lines.
  readMoneyFormat(shop);
  const program = join(projectRoot, 'node_modules/@react-router/dev/bin.cjs');
  if (!existsSync(program)) {
    throw new StartError(
      'The shop has to be built, and the packages for that are not installed. Run: npm ci --include=dev',
    );
  }
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, 'build'], {
      cwd: projectRoot,
      // This does not depend on the caller's environment: in development React is another library.
      env: { ...process.env, NODE_ENV: 'production', BUILD_FOLDER: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    // The caller gives its lock back, and ends, when the child has ended.
    let isCalledOff = false;
    const end = () => {
      isCalledOff = true;
      child.kill();
    };
    process.once('SIGINT', end).once('SIGTERM', end);
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('SIGINT', end).off('SIGTERM', end);
      if (code === 0 && !isCalledOff) resolve();
      else if (isCalledOff) reject(new StartError('The build was called off.'));
      else reject(new StartError(`${output.trim()}\nThe shop could not be built: see above.`));
    });
  });
}
