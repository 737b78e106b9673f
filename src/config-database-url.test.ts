import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '#config.ts';
import { describePostgresUrl } from '#shared/postgres-url.ts';

/** What a start with this address prints: a refusal, or the address of the database. */
function printed(DATABASE_URL: string): string {
  try {
    return describePostgresUrl(readConfig({ DATABASE_URL }).databaseUrl ?? '');
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

// Each address with its password, which must not be printed.
test.for([
  ['postgres://shop:p4ss@word@db.example:5432/shop', 'p4ss@word'],
  ['postgres://shop:p4ss/word@db.example:5432/shop', 'p4ss/word'],
  ['postgres://shop:1234/word@db.example:5432/shop', '1234/word'],
  ['postgres://shop:1234?word@db.example:5432/shop', '1234?word'],
  ['postgres://shop:1234?host=word@db.example/shop', '1234?host=word'],
  ['postgres://shop:p4ss#word@db.example:5432/shop', 'p4ss#word'],
  ['postgres://shop:1234#word@db.example:5432/shop', '1234#word'],
  ['postgres://shop:p4ss@/word@db.example:5432/shop', 'p4ss@/word'],
  ['postgres://shop:@p4ss@word@db.example/shop', '@p4ss@word'],
  ['postgres://shop:p4ss:word@db.example/shop', 'p4ss:word'],
  ['postgres://shop:p4ss%word@db.example/shop', 'p4ss%word'],
  ['postgres://shop:p4ss%ffword@db.example/shop', 'p4ss%ffword'],
  ['postgres://shop:p4ss word@db.example/shop', 'p4ss word'],
  ['postgres://shop:p4ss\\word@db.example/shop', 'p4ss\\word'],
  ['postgres://shop:p4ss]word[@db.example/shop', 'p4ss]word['],
  ['postgres://shop%3Ap4ssword@db.example/shop', 'p4ssword'],
  ['postgres://shop;p4ssword@db.example/shop', 'p4ssword'],
  ['postgres://shop:p4ssword@/shop', 'p4ssword'],
  ['postgres://shop:p4ssword@', 'p4ssword'],
  ['postgres://shop:p4ssword', 'p4ssword'],
  ['postgres:shop:p4ssword@db.example/shop', 'p4ssword'],
  ['shop:p4ssword@db.example/shop', 'p4ssword'],
  ['mysql://shop:p4ssword@db.example/shop', 'p4ssword'],
  ['https://shop:p4ssword@db.example/shop', 'p4ssword'],
  ['postgres://shop:p4ssword@db.example:port/shop', 'p4ssword'],
  ['postgres://shop:p4ssword@one,two/shop', 'p4ssword'],
  ['postgres://shop:p4ssword@db example/shop', 'p4ssword'],
  ["host=db.example user=shop password='p4ssword' dbname=shop", 'p4ssword'],
  ['"postgres://shop:p4ssword@db.example/shop"', 'p4ssword'],
  ['DATABASE_URL=postgres://shop:p4ssword@db.example/shop', 'p4ssword'],
  ['postgres://db.example/shop?user=shop&password=p4ssword', 'p4ssword'],
] as const)('%s shows nothing of its password', ([address, password]) => {
  const text = printed(address);
  // The refusal itself may contain some letters of a password with `host=`.
  const example = printed('none');
  for (let at = 0; at + 3 <= password.length; at += 1) {
    const part = password.slice(at, at + 3);
    if (!example.includes(part)) expect(text).not.toContain(part);
  }
});

test.for([
  ['postgres://shop:p%40ss@db.example/shop', 'shop@db.example:5432/shop'],
  ['postgresql://db.example:6543/shop?sslmode=verify-full', 'db.example:6543/shop'],
  ['postgres://postgres.project:pw@[::1]/shop', 'postgres.project@[::1]:5432/shop'],
  ['postgres://shop:pw@localhost/shop?host=%2Frun%2Fpg', 'shop@/run/pg:5432/shop'],
  [' postgres://shop:pw@db.example/shop\n', 'shop@db.example:5432/shop'],
] as const)('%s is taken', ([address, place]) => {
  expect(printed(address)).toBe(place);
});
