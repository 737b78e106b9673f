import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Programs that tests of the shop's neighbors run, and the Debian packages that bring them. */
const PROGRAMS = {
  '/usr/sbin/nginx': 'nginx-light',
  '/usr/bin/systemd-analyze': 'systemd',
  '/usr/sbin/pgbouncer': 'pgbouncer',
};

/** Whether root may install Debian packages on this machine. */
export const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Installs what is missing of `PROGRAMS` where that is possible. A test whose program is not there
 * skips and says so, so a failure is told and is no error.
 */
export function installPrograms(): void {
  const missing = Object.entries(PROGRAMS).filter(([path]) => !existsSync(path));
  if (missing.length === 0 || !canInstall()) return;
  const packages = missing.map(([, name]) => name);
  console.log(`Installing ${packages.join(', ')} …`);
  const failure = apt(['update', '-qq']) ?? install(packages);
  if (failure) console.log(failure);
}

/** Installs packages; why it failed, null when it didn't. */
export function install(packages: string[]): string | null {
  return apt(['install', '-y', '-qq', '--no-install-recommends', ...packages]);
}

/** Runs apt-get; why it failed, null when it didn't. */
export function apt(args: string[]): string | null {
  // At that runlevel the packages' own services are not started.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' });
  return status === 0 ? null : `apt-get ${args.join(' ')} failed: ${stderr.slice(-500)}`;
}
