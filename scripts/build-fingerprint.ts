import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shopProgram } from './built-shop.ts';

// Each start asks whether the build is as new as its sources, so this loads nothing else.

/** The commands of `scripts/` that are built, too. They start in a fraction of the time then. */
export const COMMANDS = ['generate', 'import', 'make-admin', 'rebuild-search', 'verify'];

/** The file in the folder of a build that holds the fingerprint of its sources. */
export const FINGERPRINT = '.fingerprint';

/** Whether there is a complete build of these sources, which `sourcesOf` returned. */
export async function isBuiltFrom(sources: string, projectRoot: string): Promise<boolean> {
  const built = join(projectRoot, 'build', FINGERPRINT);
  return (
    existsSync(shopProgram(projectRoot)) &&
    (await readFile(built, 'utf8').catch(() => '')) === sources
  );
}

/**
 * A fingerprint of everything that the shop is built from. The content is hashed, because times and
 * sizes are unreliable after a checkout. It is read synchronously: nothing else runs meanwhile, and
 * reading a thousand files with promises takes four times as long.
 */
export function sourcesOf(projectRoot: string): string {
  const hash = createHash('sha256');
  const names = [
    ...filesIn(projectRoot, 'src'),
    ...filesIn(projectRoot, 'public'),
    ...filesIn(projectRoot, 'scripts/generate'),
    // Generated goods are made of those of the demo shop.
    ...filesIn(projectRoot, 'demo/catalog'),
    ...[...COMMANDS, 'with-shop'].map((command) => `scripts/${command}.ts`),
    'package-lock.json',
    'react-router.config.ts',
    'shop.config.ts',
    'vite.config.ts',
    ...['minify-again', 'precompress', 'trim-manifest'].map((step) => `scripts/${step}.ts`),
  ];
  for (const name of names.filter((n) => !/\.test\.tsx?$/.test(n))) {
    const path = join(projectRoot, name);
    if (!existsSync(path)) continue;
    hash.update(`${name}\0`);
    // Images are many and large, and are copied unchanged, so their size is enough.
    if (name.startsWith('public/')) hash.update(String(statSync(path).size));
    else hash.update(readFileSync(path));
  }
  return hash.digest('hex');
}

function filesIn(projectRoot: string, folder: string): string[] {
  const path = join(projectRoot, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(projectRoot.length + 1))
    .sort();
}
