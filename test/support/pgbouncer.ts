import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '#db/client.ts';
import { freePort } from '../../scripts/running-shop.ts';

export const PGBOUNCER = '/usr/sbin/pgbouncer';

/** Why tests with PgBouncer can't run here; false when they can. */
export const noPgbouncer = existsSync(PGBOUNCER) ? false : `there is no ${PGBOUNCER}`;

export interface Pgbouncer {
  url: string;
  urlOf(database: string): string;
  close(): Promise<void>;
}

/**
 * A PgBouncer in transaction mode (or another) with nothing else set, before this database. It refuses to run as
 * root, and runs as PostgreSQL's user, who may enter the folder of the socket.
 */
export async function openPgbouncer(
  target: Exclude<Connection, string>,
  mode = 'transaction',
): Promise<Pgbouncer> {
  const { host, port, user, password, database } = target;
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  const own = await freePort();
  const settings = [
    '[databases]',
    `${database} = host=${host} port=${port} dbname=${database}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${join(folder, 'users.txt')}`,
    `pool_mode = ${mode}`,
    'default_pool_size = 6',
  ];
  const files = { 'pgbouncer.ini': settings.join('\n'), 'users.txt': `"${user}" "${password}"\n` };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const { uid, gid } = statSync(join(host, `.s.PGSQL.${port}`));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    for (const name of ['', ...Object.keys(files)]) await chown(join(folder, name), uid, gid);
  }
  await chmod(folder, 0o700);
  const child = spawn(PGBOUNCER, [join(folder, 'pgbouncer.ini')], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot ? { uid, gid } : {}),
  });
  await isListening(child);
  const urlOf = (name: string) => `postgres://${user}:${password}@127.0.0.1:${own}/${name}`;
  return {
    url: urlOf(database),
    urlOf,
    async close() {
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function isListening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('process up')) resolve();
      });
    }
    child.once('close', () => reject(new Error(`PgBouncer ended:\n${said}`)));
  });
}
