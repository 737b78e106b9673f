import { expect, test } from 'vitest';
import { redact, redactText } from './redact.ts';

test.for([
  ['mail to sam.shopper+x@example.com failed', 'mail to …@example.com failed'],
  ['connect postgres://shop:pa@ss@db/shop', 'connect postgres://shop:…@db/shop'],
  ['GET /reset-password?token=abc&x=1', 'GET /reset-password?token=[redacted]&x=1'],
  ['Cookie: shop.session_token=abc.def; a=1', 'Cookie: [redacted]; a=1'],
  ['Authorization: Bearer sk_live_1', 'Authorization: [redacted]'],
  ['Invalid key rk_live_51Ab, not pk_live_2', 'Invalid key [redacted], not pk_live_2'],
  ['{"password":"hunter2","n":1}', '{"password":[redacted],"n":1}'],
  [
    'GET /login?from=%2FresetPassword%3Ftoken%3Dabc',
    'GET /login?from=%2FresetPassword%3Ftoken=[redacted]',
  ],
  ['GET /login?from=a%253Ft%256Fken%253Dabc', 'GET /login?from=a%253Ftoken=[redacted]'],
  ['GET /x?to=sam%40example.com', 'GET /x?to=…@example.com'],
  [
    'POST https://api.imgbb.com/1/upload?key=ab12&x=1',
    'POST https://api.imgbb.com/1/upload?key=[redacted]&x=1',
  ],
  ['nothing secret @ all: 3 of 4', 'nothing secret @ all: 3 of 4'],
] as const)('%s', ([text, expected]) => {
  expect(redactText(text)).toBe(expected);
});

test('a text of any length is cut before it is searched', () => {
  for (const piece of ['a', 'a.', 'token', '@', '://a:']) {
    expect(redactText(piece.repeat(200_000)).length).toBeLessThan(1_100);
  }
});

test('keys that name a secret lose their value, at any depth', () => {
  expect(
    redact({
      path: '/login',
      headers: { Cookie: 'a=b', authorization: 'Bearer x', accept: '*/*' },
      list: [{ clientSecret: 'x', apiKey: 'y', sessionToken: null }],
    }),
  ).toEqual({
    path: '/login',
    headers: { Cookie: '[redacted]', authorization: '[redacted]', accept: '*/*' },
    list: [{ clientSecret: '[redacted]', apiKey: '[redacted]', sessionToken: null }],
  });
});

test('a failed query keeps its state and shape, and nothing that was sent', () => {
  const server = Object.assign(new Error('invalid input syntax for type uuid: "s3cret"'), {
    severity: 'ERROR',
    code: '22P02',
    detail: 'Key (email)=(sam@example.com)',
    where: "unnamed portal parameter $1 = 's3cret'",
    hint: 's3cret',
  });
  const failed = Object.assign(new Error("Failed query: select 's3cret', $1\nparams: s3cret"), {
    query: "select 's3cret', $1",
    params: ['s3cret'],
    cause: server,
  });
  const told = redact(failed);
  expect(told).toMatchObject({
    message: "Failed query: select '…', $1",
    cause: { code: '22P02', message: 'invalid input syntax for type uuid: "…"' },
  });
  expect(JSON.stringify(told)).not.toMatch(/s3cret|sam@/);
});
