import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#config.ts';
import { createShopServer } from '#server/http/listen.ts';
import { clearAway, projectRoot, temporaryFolder } from './shop-process.ts';

// What docs/going-live.md tells an owner to copy for the processes, their settings and the commands.

const SYSTEMD_ANALYZE = '/usr/bin/systemd-analyze';
const GOING_LIVE = join(projectRoot, 'docs/going-live.md');
const deployed = (name: string) => readFile(join(projectRoot, 'deploy', name), 'utf8');

afterAll(clearAway);

test('systemd takes the unit as it is', async (context) => {
  if (!existsSync(SYSTEMD_ANALYZE)) context.skip('systemd is not installed and could not be');
  const folder = await temporaryFolder();
  const unit = join(folder, 'online-shop@3000.service');
  await writeFile(unit, await deployed('online-shop@.service'));
  const { status, stderr } = spawnSync(SYSTEMD_ANALYZE, ['verify', '--man=no', unit], {
    encoding: 'utf8',
  });
  const own = stderr.split('\n').filter((line) => line.includes('online-shop'));
  expect(own).toEqual([]);
  expect(status).toBe(0);
});

test('nginx forgets a kept connection before the shop closes it', async () => {
  const server = createShopServer({ fetch: () => new Response() }, { trustedProxies: [] });
  const [, seconds] = /^ {4}keepalive_timeout (\d+)s;$/m.exec(await deployed('nginx.conf')) ?? [];
  expect(Number(seconds) * 1000).toBeLessThan(server.keepAliveTimeout);
});

test('the processes and commands find a Node of nodejs.org as well as one of the distribution', async () => {
  const places = '/usr/local/bin:/usr/bin:/bin';
  const unit = await deployed('online-shop@.service');
  expect(unit).toContain(`\nEnvironment=PATH=${places}\n`);
  expect(unit).toContain('\nExecStart=/usr/bin/env npm start\n');
  expect(await deployed('online-shop-command')).toContain(`--setenv=PATH=${places} `);
  expect(await readFile(GOING_LIVE, 'utf8')).toContain(`env PATH=${places} node --version`);
});

test('a command of the page runs as the processes do, and systemd reads its settings', async () => {
  const folder = await temporaryFolder();
  // Prints what the real one would get, as none runs here.
  const stand = '#!/bin/sh\nprintf "%s\\n" "$@"\n';
  await writeFile(join(folder, 'systemd-run'), stand, { mode: 0o755 });
  const { stdout } = spawnSync(
    join(projectRoot, 'deploy/online-shop-command'),
    ['import', '--', 'my $goods & more.csv'],
    { encoding: 'utf8', env: { PATH: `${folder}:/usr/bin:/bin` } },
  );
  const unit = await deployed('online-shop@.service');
  const setting = (name: string) => `${name}=${new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1]}`;
  expect(stdout.trim().split('\n')).toEqual([
    ...['--quiet', '--wait', '--collect', '--pipe', '--pty'],
    `--uid=${setting('User').slice('User='.length)}`,
    `--gid=${setting('Group').slice('Group='.length)}`,
    `--property=${setting('WorkingDirectory')}`,
    `--property=${setting('EnvironmentFile')}`,
    `--setenv=${setting('Environment=PATH').slice('Environment='.length)}`,
    ...['/usr/bin/env', 'npm', 'run', 'import', '--', 'my $goods & more.csv'],
  ]);
  for (const page of ['README.md', 'docs/going-live.md', 'docs/operations.md']) {
    const text = await readFile(join(projectRoot, page), 'utf8');
    expect([page, /(?:\.|source) +\/etc\/online-shop\.env/.test(text)]).toEqual([page, false]);
  }
});

test('systemd takes what the page adds to the unit of nginx', async (context) => {
  if (!existsSync(SYSTEMD_ANALYZE)) context.skip('systemd is not installed and could not be');
  const folder = await temporaryFolder();
  const addition = join(folder, 'nginx.service.d');
  await mkdir(addition);
  await writeFile(join(folder, 'nginx.service'), '[Service]\nExecStart=/bin/true\n');
  await writeFile(join(addition, 'online-shop.conf'), await deployed('nginx-firewall.conf'));
  const { stderr } = spawnSync(SYSTEMD_ANALYZE, ['verify', '--man=no', 'nginx.service'], {
    encoding: 'utf8',
    env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` },
  });
  expect(stderr.split('\n').filter((line) => line.includes('online-shop.conf'))).toEqual([]);
});

/** The settings of such a file. A shell takes single quotes as systemd does: nothing in them counts. */
function readSettings(text: string): Record<string, string> {
  const script = `set -a; ${text}\nexec ${process.execPath} -p 'JSON.stringify(process.env)'`;
  return JSON.parse(spawnSync('sh', ['-c', script], { encoding: 'utf8', env: {} }).stdout);
}

test('the shop takes the environment file once its blanks are filled in', async () => {
  const env = readSettings(await deployed('online-shop.env'));
  expect(() => readConfig(env)).toThrow(/^AUTH_SECRET must be set in production/);
  const config = readConfig({ ...env, AUTH_SECRET: 'qK7v2Zr9mXw4Lt8Pc3Ns6Yb1Hd5Fg0Jk' });
  expect(config).toMatchObject({ mode: 'production', host: '127.0.0.1', stripe: null });
});

test('a password of the environment file arrives whole, whatever is in it', async () => {
  const password = 'a&b;c(d)$e f"g\\h|i<j>k`l!m';
  const filled = (await deployed('online-shop.env')).replaceAll('PASSWORD', () => password);
  const { DATABASE_URL, SMTP_URL } = readSettings(filled);
  expect(DATABASE_URL).toBe(`postgres://online_shop:${password}@127.0.0.1:5432/online_shop`);
  expect(SMTP_URL).toBe(`smtp://USER:${password}@mail.example:587`);
});
