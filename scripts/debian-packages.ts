import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Files that tests need in addition to the shop, and the Debian packages that contain them:
 * programs, and the font that `fonts.css` uses until its own fonts have loaded.
 */
const FILES = {
  '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf': 'fonts-liberation',
  '/usr/sbin/nginx': 'nginx-light',
  '/usr/sbin/nft': 'nftables',
  '/usr/bin/systemd-analyze': 'systemd',
  '/usr/sbin/pgbouncer': 'pgbouncer',
};

/** Whether root may install Debian packages on this machine. */
export const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Installs the missing packages of `FILES` where that is possible. A failure is only printed,
 * because a test without its program is skipped and says so.
 */
export function installPackages(): void {
  const missing = Object.entries(FILES).filter(([path]) => !existsSync(path));
  if (missing.length === 0 || !canInstall()) return;
  const packages = missing.map(([, name]) => name);
  console.log(`Installing ${packages.join(', ')} …`);
  const failure = apt(['update', '-qq']) ?? install(packages);
  if (failure) console.log(failure);
}

/** Installs packages; returns the error, or null. */
export function install(packages: string[]): string | null {
  return apt(['install', '-y', '-qq', '--no-install-recommends', ...packages]);
}

/** Runs apt-get; returns the error, or null. */
export function apt(args: string[]): string | null {
  // With this runlevel the packages do not start their services.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' });
  return status === 0 ? null : `apt-get ${args.join(' ')} failed: ${stderr.slice(-500)}`;
}
