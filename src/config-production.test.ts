import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const SECRET = 'Zk3v9Qm1Xw7Lp5Rt8Yb2Nc4Hd6Jf0Gs=';

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
