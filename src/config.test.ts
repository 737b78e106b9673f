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
    stripe: null,
    images: { name: 'disk' },
    mail: { smtp: null, emailjs: null },
    pageCacheMb: 64,
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
    unpaidLimitFactor: 50,
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
  ['UNPAID_LIMIT_FACTOR', '0'],
  ['UNPAID_LIMIT_FACTOR', '1.5'],
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

test('test keys and another address than that of Stripe are refused in production', () => {
  const production = {
    SHOP_MODE: 'production',
    BASE_URL: 'https://shop.example',
    AUTH_SECRET: SECRET,
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  };
  expect(readConfig(production).stripe?.secretKey).toBe('sk_live_1');
  expect(() => readConfig({ ...production, STRIPE_API_URL: 'http://127.0.0.1:1' })).toThrow(
    /^STRIPE_API_URL/,
  );
  expect(() => readConfig({ ...production, STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(
    /^STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys/,
  );
});

describe('in production', () => {
  const live = {
    SHOP_MODE: 'production',
    BASE_URL: 'https://shop.example',
    AUTH_SECRET: SECRET,
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  };

  test.each(['sk', 'rk'])('a test key of Stripe (%s) is refused in one line', (kind) => {
    const keys = { STRIPE_SECRET_KEY: `${kind}_test_1`, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
    expect(() => readConfig({ ...live, ...keys })).toThrow(
      /^STRIPE_SECRET_KEY is a test key: .*ALLOW_STRIPE_TEST_KEYS=yes[^\n]*$/,
    );
    const staging = readConfig({ ...live, ...keys, ALLOW_STRIPE_TEST_KEYS: 'yes' });
    expect(staging.stripe?.secretKey).toBe(`${kind}_test_1`);
    expect(staging.overrides).toEqual(['ALLOW_STRIPE_TEST_KEYS']);
    expect(readConfig({ ...live, ...keys, SHOP_MODE: 'demo' }).overrides).toEqual([]);
  });

  test.each(['http://shop.example', 'http://10.0.0.5:3000', 'http://localhost.evil.example'])(
    'the address %s is refused in one line',
    (BASE_URL) => {
      expect(() => readConfig({ ...live, BASE_URL })).toThrow(
        /^BASE_URL must be https in production: .*ALLOW_HTTP=yes[^\n]*$/,
      );
      expect(readConfig({ ...live, BASE_URL, ALLOW_HTTP: 'yes' })).toMatchObject({
        baseUrl: BASE_URL,
        overrides: ['ALLOW_HTTP'],
      });
    },
  );

  test.each(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:80', 'http://a.localhost'])(
    'the address %s of this machine is accepted',
    (BASE_URL) => {
      expect(readConfig({ ...live, BASE_URL }).baseUrl).toBe(new URL(BASE_URL).origin);
    },
  );

  test('an override is yes or nothing', () => {
    for (const name of ['ALLOW_STRIPE_TEST_KEYS', 'ALLOW_HTTP', 'ALLOW_DEMO_DATABASE']) {
      for (const value of ['no', 'true', '1', 'YES']) {
        expect(() => readConfig({ ...live, [name]: value })).toThrow(`${name} must be yes, or`);
      }
    }
  });
});

test('half of what mail needs is refused', () => {
  for (const env of [{ SMTP_URL: 'smtp://mail.example' }, { MAIL_FROM: 'shop@example.com' }]) {
    expect(() => readConfig(env)).toThrow(/^SMTP_URL and MAIL_FROM must be set together/);
  }
  const emailjs = { EMAILJS_SERVICE_ID: 's', EMAILJS_TEMPLATE_ID: 't', EMAILJS_USER_ID: 'u' };
  for (const name of Object.keys(emailjs)) {
    const env = { ...emailjs, [name]: '' };
    expect(() => readConfig(env)).toThrow(/^EMAILJS_SERVICE_ID, .* must be set together/);
  }
  expect(readConfig(emailjs).mail.emailjs).toEqual({
    serviceId: 's',
    templateId: 't',
    userId: 'u',
    accessToken: null,
    url: null,
  });
});

test('a fake EmailJS is refused in production', () => {
  const production = {
    SHOP_MODE: 'production',
    BASE_URL: 'https://shop.example',
    AUTH_SECRET: SECRET,
  };
  expect(() => readConfig({ ...production, EMAILJS_URL: 'http://127.0.0.1:1' })).toThrow(
    /^EMAILJS_URL/,
  );
});

test.each(['smtp://mail.example', 'smtps://a:b@mail.example:465', 'smtp://[::1]:25?tls=no'])(
  'mail goes through %s',
  (url) => {
    const { mail } = readConfig({ SMTP_URL: url, MAIL_FROM: 'shop@example.com' });
    expect(mail.smtp).toEqual({ url, from: 'shop@example.com' });
  },
);

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

describe('images', () => {
  const s3 = { S3_BUCKET: 'images', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

  test('are kept on disk, in S3 as soon as a bucket is named, at ImgBB with a key', () => {
    expect(readConfig({}).images).toEqual({ name: 'disk' });
    expect(readConfig(s3).images).toEqual({
      name: 's3',
      bucket: 'images',
      region: 'us-east-1',
      endpoint: null,
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      publicUrl: null,
    });
    expect(readConfig({ IMGBB_KEY: 'key' }).images).toEqual({
      name: 'imgbb',
      key: 'key',
      url: null,
    });
  });

  test("of a server of one's own have its addresses, without a slash at the end", () => {
    const own = {
      ...s3,
      S3_REGION: 'home-1',
      S3_ENDPOINT: 'http://minio:9000/',
      S3_PUBLIC_URL: 'https://pictures.shop.example/all/',
    };
    expect(readConfig(own).images).toMatchObject({
      region: 'home-1',
      endpoint: 'http://minio:9000',
      publicUrl: 'https://pictures.shop.example/all',
    });
  });

  test.each(['http://localhost:9000', 'http://127.0.0.1:9000'])('may lie at %s', (endpoint) => {
    expect(readConfig({ ...s3, S3_ENDPOINT: endpoint }).images).toMatchObject({ endpoint });
  });

  test.each([
    [{ ...s3, S3_ACCESS_KEY_ID: '' }, /^S3_ACCESS_KEY_ID must be set with S3_BUCKET\.$/],
    [{ ...s3, S3_SECRET_ACCESS_KEY: '' }, /^S3_SECRET_ACCESS_KEY must be set with S3_BUCKET\.$/],
    [{ ...s3, IMGBB_KEY: 'key' }, /^S3_BUCKET and IMGBB_KEY must not both be set\.$/],
    [{ ...s3, S3_BUCKET: '' }, /^S3_BUCKET must be set with S3_ACCESS_KEY_ID\.$/],
    [{ ...s3, S3_ENDPOINT: 'http://minio:9000' }, /^S3_PUBLIC_URL must be an https address/],
    [{ ...s3, S3_PUBLIC_URL: 'http://cdn.example' }, /^S3_PUBLIC_URL must be an https address/],
    [{ ...s3, S3_ENDPOINT: 'http://localhost.evil.example' }, /^S3_PUBLIC_URL must be an https/],
    [{ IMGBB_KEY: 'x', IMGBB_URL: 'http://img.example' }, /^IMGBB_URL must be an https address\.$/],
    [{ IMGBB_URL: 'https://img.example' }, /^IMGBB_KEY must be set with IMGBB_URL\.$/],
  ])('by %o are refused', (env, line) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(line);
  });
});
