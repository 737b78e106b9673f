import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const SECRET = 'Zk3v9Qm1Xw7Lp5Rt8Yb2Nc4Hd6Jf0Gs=';

test('an empty environment is the demo on port 3000', () => {
  const { projectRoot, ...config } = readConfig({});
  expect(config).toEqual({
    mode: 'demo',
    port: 3000,
    host: null,
    baseUrl: 'http://localhost:3000',
    dataDir: null,
    databaseUrl: null,
    databaseWaitSeconds: 30,
    authSecret: null,
    adminEmails: [],
    trustedProxies: [],
    hstsSubdomains: false,
    isDevelopment: false,
    unpaidLimitFactor: 1,
    google: null,
    access: null,
    guestCheckout: null,
    stripe: null,
    images: { name: 'disk' },
    search: null,
    mail: { smtp: null, emailjs: null },
    pageCacheMb: 64,
    sessionDays: 30,
    retention: {
      KEEP_SENT_EMAILS_DAYS: 90,
      KEEP_PROVIDER_EVENTS_DAYS: 90,
      KEEP_RETURN_PHOTOS_DAYS: 90,
      KEEP_SEARCH_COUNTS_DAYS: 91,
      KEEP_STAFF_JOBS_DAYS: 90,
    },
    overrides: [],
  });
  expect(existsSync(join(projectRoot, 'package.json'))).toBe(true);
});

test('a variable that is set to nothing counts as not set', () => {
  const names = [
    'SHOP_MODE',
    'PORT',
    'HOST',
    'BASE_URL',
    'DATA_DIR',
    'DATABASE_URL',
    'DATABASE_WAIT_SECONDS',
    'AUTH_SECRET',
    'ADMIN_EMAILS',
    'TRUSTED_PROXIES',
    'HSTS_SUBDOMAINS',
    'GOOGLE_CLIENT_ID',
    'GOOGLE_CLIENT_SECRET',
    'GOOGLE_ISSUER',
    'SHOP_ACCESS',
    'GUEST_CHECKOUT',
    'UNPAID_LIMIT_FACTOR',
    'STRIPE_SECRET_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_API_URL',
    'S3_BUCKET',
    'S3_REGION',
    'S3_ENDPOINT',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    'S3_PUBLIC_URL',
    'IMGBB_KEY',
    'IMGBB_URL',
    'SMTP_URL',
    'MAIL_FROM',
    'EMAILJS_SERVICE_ID',
    'EMAILJS_TEMPLATE_ID',
    'EMAILJS_USER_ID',
    'EMAILJS_ACCESS_TOKEN',
    'EMAILJS_URL',
    'SESSION_DAYS',
    'KEEP_SENT_EMAILS_DAYS',
    'KEEP_STAFF_JOBS_DAYS',
    'ALLOW_STRIPE_TEST_KEYS',
    'ALLOW_HTTP',
    'ALLOW_DEMO_DATABASE',
  ];
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}));
});

test('every variable is read', () => {
  expect(
    readConfig({
      SHOP_MODE: 'production',
      PORT: '8080',
      HOST: '127.0.0.1',
      BASE_URL: 'https://shop.example/',
      DATA_DIR: 'somewhere',
      DATABASE_URL: 'postgres://shop:secret@db:5432/shop',
      AUTH_SECRET: SECRET,
      ADMIN_EMAILS: ' Boss@Example.com, , second@example.com',
      TRUSTED_PROXIES: '10.0.0.1, ::1, 172.16.0.0/12, fd00::/8',
      HSTS_SUBDOMAINS: 'yes',
      SHOP_ACCESS: 'public',
      GUEST_CHECKOUT: 'on',
      UNPAID_LIMIT_FACTOR: '50',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_2',
      STRIPE_WEBHOOK_SECRET: 'whsec_3',
      SMTP_URL: 'smtps://shop:secret@mail.example',
      MAIL_FROM: 'shop@shop.example',
      EMAILJS_SERVICE_ID: 'service_1',
      EMAILJS_TEMPLATE_ID: 'template_2',
      EMAILJS_USER_ID: 'user_3',
      EMAILJS_ACCESS_TOKEN: 'token_4',
      SESSION_DAYS: '7',
      KEEP_SENT_EMAILS_DAYS: '7',
      KEEP_PROVIDER_EVENTS_DAYS: '3650',
      KEEP_RETURN_PHOTOS_DAYS: '14',
      KEEP_SEARCH_COUNTS_DAYS: 'keep',
      KEEP_STAFF_JOBS_DAYS: '0',
    }),
  ).toMatchObject({
    mode: 'production',
    port: 8080,
    host: '127.0.0.1',
    baseUrl: 'https://shop.example',
    dataDir: resolve('somewhere'),
    databaseUrl: 'postgres://shop:secret@db:5432/shop',
    authSecret: SECRET,
    adminEmails: ['boss@example.com', 'second@example.com'],
    trustedProxies: ['10.0.0.1', '::1', '172.16.0.0/12', 'fd00::/8'],
    hstsSubdomains: true,
    access: 'public',
    guestCheckout: true,
    unpaidLimitFactor: 50,
    sessionDays: 7,
    retention: {
      KEEP_SENT_EMAILS_DAYS: 7,
      KEEP_PROVIDER_EVENTS_DAYS: 3650,
      KEEP_RETURN_PHOTOS_DAYS: 14,
      KEEP_SEARCH_COUNTS_DAYS: null,
      KEEP_STAFF_JOBS_DAYS: null,
    },
    stripe: {
      secretKey: 'sk_live_1',
      publishableKey: 'pk_live_2',
      webhookSecret: 'whsec_3',
      apiUrl: null,
    },
    mail: {
      smtp: { url: 'smtps://shop:secret@mail.example', from: 'shop@shop.example' },
      emailjs: {
        serviceId: 'service_1',
        templateId: 'template_2',
        userId: 'user_3',
        accessToken: 'token_4',
        url: null,
      },
    },
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
  ['GUEST_CHECKOUT', 'yes'],
  ['UNPAID_LIMIT_FACTOR', '0'],
  ['UNPAID_LIMIT_FACTOR', '1.5'],
  ['SESSION_DAYS', '1'],
  ['SESSION_DAYS', '401'],
  ['KEEP_SENT_EMAILS_DAYS', '6'],
  ['KEEP_SENT_EMAILS_DAYS', '-1'],
  ['KEEP_SENT_EMAILS_DAYS', 'never'],
  ['KEEP_PROVIDER_EVENTS_DAYS', '29'],
  ['KEEP_RETURN_PHOTOS_DAYS', '13'],
  ['KEEP_SEARCH_COUNTS_DAYS', '90'],
  ['KEEP_STAFF_JOBS_DAYS', '0.5'],
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PORT', '3000 '],
  ['SMTP_URL', 'mail.example:25'],
  ['SMTP_URL', 'https://mail.example'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'smtp://mail.example/path'],
  ['SMTP_URL', 'smtp://mail.example?tls=maybe'],
  ['SMTP_URL', 'smtps://mail.example?tls=no'],
  ['MAIL_FROM', 'Shop <shop@example.com>'],
  ['MAIL_FROM', 'shop@example.com, other@example.com'],
  ['EMAILJS_URL', 'somewhere'],
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
  ['DATABASE_WAIT_SECONDS', '30s'],
  ['AUTH_SECRET', 'x'.repeat(31)],
  ['ADMIN_EMAILS', 'boss'],
  ['ADMIN_EMAILS', 'boss@example.com;second@example.com'],
  ['S3_BUCKET', 'My Bucket'],
  ['S3_BUCKET', 'shop/pictures'],
  ['S3_REGION', 'eu central'],
  ['S3_ENDPOINT', 's3.example.com'],
  ['S3_ENDPOINT', 'ftp://s3.example.com'],
  ['S3_ACCESS_KEY_ID', 'two words'],
  ['S3_SECRET_ACCESS_KEY', 'two\nlines'],
  ['S3_PUBLIC_URL', 'https://pictures.example/?a=b'],
  ['S3_PUBLIC_URL', 'https://user:pw@pictures.example'],
  ['IMGBB_KEY', 'two words'],
  ['IMGBB_URL', '/1/upload'],
  ['TRUSTED_PROXIES', 'proxy.example'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '10.0.0.0/'],
  ['TRUSTED_PROXIES', '10.0.0.1, 0.0.0.0/0'],
  ['TRUSTED_PROXIES', '::/0'],
  ['HOST', 'shop.example'],
  ['HOST', '127.0.0.1:3000'],
  ['HSTS_SUBDOMAINS', '1'],
  ['TRUSTED_PROXIES', '10.0.0.1 10.0.0.2'],
  ['STRIPE_SECRET_KEY', 'pk_test_1'],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_test_1'],
  ['STRIPE_WEBHOOK_SECRET', 'secret'],
  ['STRIPE_API_URL', 'http://127.0.0.1:1/path'],
])('%s=%j is refused with one line that names it', (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`^${name} [^\\n]+\\.$`));
});

test('half of what Stripe needs is refused', () => {
  for (const env of [
    { STRIPE_SECRET_KEY: 'sk_test_1' },
    { STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
    { STRIPE_WEBHOOK_SECRET: 'whsec_1' },
  ]) {
    expect(() => readConfig(env)).toThrow(/^STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must/);
  }
});

test('live keys are refused in the demo, whose passwords are known', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
  expect(() => readConfig(keys)).toThrow(/^STRIPE_SECRET_KEY is a live key.+SHOP_MODE=production/);
});

test('a secret is never repeated in what is printed', () => {
  expect(() => readConfig({ AUTH_SECRET: 'short-secret' })).not.toThrow('short-secret');
  for (const address of [
    { DATABASE_URL: 'mysql://shop:hunter2@db/shop' },
    { SMTP_URL: 'http://shop:hunter2@mail' },
  ]) {
    expect(() => readConfig(address)).not.toThrow('hunter2');
  }
});

test('several faults are several lines', () => {
  const read = () => readConfig({ PORT: 'x', SHOP_MODE: 'y' });
  expect(read).toThrow(/^SHOP_MODE .+\nPORT .+$/);
});

test('days that are too few are refused with the reason', () => {
  expect(() => readConfig({ KEEP_PROVIDER_EVENTS_DAYS: '7' })).toThrow(
    "KEEP_PROVIDER_EVENTS_DAYS must be 30 days or more, because the card provider can send a message again for so long; 'keep' or 0 means for ever.",
  );
});
