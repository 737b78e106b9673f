import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from '#config.ts';
import type { Actor } from '#features/actor.ts';
import { findSettings, listSettings } from '#features/settings/settings.ts';
import { environmentSettings } from '#server/start/environment-settings.ts';
import { setShopCurrency } from '#server/start/shop-currency.ts';
import { shop } from '#shop-config';

const variables = () =>
  [...readFileSync('src/config.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+): optional\(/gm)].map(
    ([, name = '']) => name,
  );

test('docs/configuration.md has a row for each variable of the environment', () => {
  const rows = readFileSync('docs/configuration.md', 'utf8').matchAll(
    /^\| `([A-Z][A-Z0-9_]+)` \|/gm,
  );
  expect([...rows].map(([, name]) => name).sort()).toEqual(variables().sort());
});

const actorWith = (role: 'admin' | 'shopper') => ({ user: { role } }) as Actor;
const staff = actorWith('admin');
setShopCurrency(shop);

/** The paths of all values of the file; those of a list count as one. */
function pathsOf(value: object, before = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? pathsOf(inner, `${before}${key}.`)
      : [`${before}${key}`],
  );
}

test('the page of settings shows each value of shop.config.ts and each variable, and existing docs', () => {
  const groups = listSettings({ shop }, staff, environmentSettings(readConfig({})));
  const names = groups.flatMap(({ settings }) => settings.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
  const isShown = (path: string) => names.some((name) => `${path}.`.startsWith(`${name}.`));
  expect(pathsOf(shop).filter((path) => !isShown(path))).toEqual([]);
  expect(variables().filter((name) => !names.includes(name))).toEqual([]);
  const missing = groups.filter(
    ({ docs }) => !RegExp(`^#+ ${docs.part}$`, 'm').test(readFileSync(docs.file, 'utf8')),
  );
  expect(missing).toEqual([]);
});

test('settings are found by the words of an owner, and only staff see them', () => {
  const environment = environmentSettings(
    readConfig({ MAIL_FROM: 'a@b.example', SMTP_URL: 'smtp://h' }),
  );
  const found = (text: string) =>
    findSettings({ shop }, staff, environment, text, 9).map(({ name, value }) => [name, value]);
  expect(found('vat')).toContainEqual(['documents.seller.taxNumber', 'BIN 001234567-0101']);
  expect(found('backup')).toContainEqual(['DATA_DIR', './data']);
  expect(found('low stock')).toEqual([['lowStockAt', '5 units']]);
  expect(found('lowstockat')).toEqual(found('low stock'));
  expect(found('sender')).toEqual([['MAIL_FROM', 'a@b.example']]);
  expect([found(''), found('vat nonsense')]).toEqual([[], []]);
  expect(() => listSettings({ shop }, actorWith('shopper'), [])).toThrow(/Only admins/);
});

test('no value of a secret variable is shown, wherever a password can be', () => {
  const secrets = {
    AUTH_SECRET: 'qK7v2Zr9mXw4Lt8Pc3Ns6Yb1Hd5Fg0Jk',
    DATABASE_URL: 'postgres://shop:hidden1@db.example/shop',
    SMTP_URL: 'smtp://shop:hidden2@mail.example:587',
    GOOGLE_CLIENT_SECRET: 'hidden3',
    STRIPE_SECRET_KEY: 'sk_test_hidden4',
    STRIPE_WEBHOOK_SECRET: 'whsec_hidden5',
    EMAILJS_ACCESS_TOKEN: 'hidden6',
    S3_ACCESS_KEY_ID: 'hidden7',
    S3_SECRET_ACCESS_KEY: 'hidden8',
    S3_ENDPOINT: 'https://:hidden9@s3.example',
  };
  const config = readConfig({
    ...secrets,
    ...{ MAIL_FROM: 'a@b.example', GOOGLE_CLIENT_ID: 'g', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
    ...{ EMAILJS_SERVICE_ID: 's', EMAILJS_TEMPLATE_ID: 't', EMAILJS_USER_ID: 'u' },
    ...{ S3_BUCKET: 'images', S3_PUBLIC_URL: 'https://images.example' },
  });
  const imgbb = readConfig({ IMGBB_KEY: 'hidden10' });
  const shown = [config, imgbb].map((one) => environmentSettings(one));
  expect(JSON.stringify(shown)).not.toMatch(/hidden|qK7v/);
  const shownOf = (name: string) =>
    shown[0]?.flatMap(({ settings }) => settings).find((one) => one.name === name)?.value;
  expect(shownOf('SMTP_URL')).toBe('Set, and secret');
  expect(shownOf('S3_ENDPOINT')).toBe('https://s3.example');
});
