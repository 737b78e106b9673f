import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const SECRET = 'Zk3v9Qm1Xw7Lp5Rt8Yb2Nc4Hd6Jf0Gs=';

test('an empty environment is the demo on port 3000', () => {
  const { projectRoot, ...config } = readConfig({});
  expect(config).toEqual({
    mode: 'demo',
    port: 3000,
    baseUrl: 'http://localhost:3000',
    dataDir: null,
    databaseUrl: null,
    authSecret: null,
    adminEmails: [],
    trustedProxies: [],
    google: null,
    access: null,
  });
  expect(existsSync(join(projectRoot, 'package.json'))).toBe(true);
});

test('a variable that is set to nothing counts as not set', () => {
  const names = [
    'SHOP_MODE',
    'PORT',
    'BASE_URL',
    'DATA_DIR',
    'DATABASE_URL',
    'AUTH_SECRET',
    'ADMIN_EMAILS',
    'TRUSTED_PROXIES',
    'GOOGLE_CLIENT_ID',
    'GOOGLE_CLIENT_SECRET',
    'GOOGLE_ISSUER',
    'SHOP_ACCESS',
  ];
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}));
});

test('every variable is read', () => {
  expect(
    readConfig({
      SHOP_MODE: 'production',
      PORT: '8080',
      BASE_URL: 'https://shop.example/',
      DATA_DIR: 'somewhere',
      DATABASE_URL: 'postgres://shop:secret@db:5432/shop',
      AUTH_SECRET: SECRET,
      ADMIN_EMAILS: ' Boss@Example.com, , second@example.com',
      TRUSTED_PROXIES: '10.0.0.1, ::1',
      SHOP_ACCESS: 'public',
    }),
  ).toMatchObject({
    mode: 'production',
    port: 8080,
    baseUrl: 'https://shop.example',
    dataDir: resolve('somewhere'),
    databaseUrl: 'postgres://shop:secret@db:5432/shop',
    authSecret: SECRET,
    adminEmails: ['boss@example.com', 'second@example.com'],
    trustedProxies: ['10.0.0.1', '::1'],
    access: 'public',
  });
});

test('the address follows the port when it is not given', () => {
  expect(readConfig({ PORT: '4000' }).baseUrl).toBe('http://localhost:4000');
});

test.each([
  ['SHOP_MODE', 'staging'],
  ['SHOP_MODE', 'Production'],
  ['SHOP_ACCESS', 'everyone'],
  ['SHOP_ACCESS', 'Public'],
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PORT', '3000 '],
  ['PORT', '0x10'],
  ['PORT', 'http'],
  ['BASE_URL', 'shop.example'],
  ['BASE_URL', 'ftp://shop.example'],
  ['BASE_URL', 'https://shop.example/path'],
  ['BASE_URL', 'https://shop.example/?a=b'],
  ['BASE_URL', 'https://user:pw@shop.example'],
  ['BASE_URL', 'javascript:alert(1)'],
  ['DATA_DIR', 'a\0b'],
  ['DATABASE_URL', 'mysql://db/shop'],
  ['DATABASE_URL', 'localhost:5432'],
  ['AUTH_SECRET', 'x'.repeat(31)],
  ['ADMIN_EMAILS', 'boss'],
  ['ADMIN_EMAILS', 'boss@example.com;second@example.com'],
  ['TRUSTED_PROXIES', 'proxy.example'],
  ['TRUSTED_PROXIES', '10.0.0.0/8'],
  ['TRUSTED_PROXIES', '10.0.0.1 10.0.0.2'],
])('%s=%j is refused with one line that names it', (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`^${name} [^\\n]+\\.$`));
});

test('a secret is never repeated in what is printed', () => {
  expect(() => readConfig({ AUTH_SECRET: 'short-secret' })).not.toThrow('short-secret');
  const address = { DATABASE_URL: 'mysql://shop:hunter2@db/shop' };
  expect(() => readConfig(address)).not.toThrow('hunter2');
});

test('several faults are several lines', () => {
  const read = () => readConfig({ PORT: 'x', SHOP_MODE: 'y' });
  expect(read).toThrow(/^SHOP_MODE .+\nPORT .+$/);
});

describe('production', () => {
  const right = { SHOP_MODE: 'production', AUTH_SECRET: SECRET, BASE_URL: 'https://shop.example' };

  test('starts with a secret and an address', () => {
    expect(readConfig(right).mode).toBe('production');
  });

  test.each([
    ['no secret', { AUTH_SECRET: undefined }, /^AUTH_SECRET must be set/],
    ['a secret of one letter', { AUTH_SECRET: 'x'.repeat(64) }, /^AUTH_SECRET is not random/],
    [
      'a secret of a few letters',
      { AUTH_SECRET: 'secret'.repeat(8) },
      /^AUTH_SECRET is not random/,
    ],
    ['no address', { BASE_URL: undefined }, /^BASE_URL must be set/],
    ['neither', { AUTH_SECRET: '', BASE_URL: '' }, /^AUTH_SECRET .+\nBASE_URL .+$/],
  ])('refuses %s', (_, change, line) => {
    expect(() => readConfig({ ...right, ...change })).toThrow(line);
  });
});
