import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Sees that a program of a Debian package is there: installs the package where that is possible (as
 * root, with apt-get). Returns why it is missing; null when it is there.
 */
export function ensureDebianPackage(name: string, program: string): string | null {
  if (existsSync(program)) return null;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    return `There is no ${program}: install ${name}.`;
  }
  console.log(`Installing ${name} …`);
  // At that runlevel the package's own service is not started.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', name],
  ]) {
    spawnSync('apt-get', args, { env, stdio: 'ignore' });
  }
  return existsSync(program) ? null : `${name} could not be installed.`;
}
