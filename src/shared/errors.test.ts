import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { findRefusal } from './errors.ts';

/** The error of connecting to such a place, as the cause of a failed query. */
function failureOf(place: { path: string } | { host: string; port: number }): Promise<Error> {
  return new Promise((resolve) => {
    connect(place).on('error', (cause) => resolve(new Error('Failed query', { cause })));
  });
}

test.each([
  ['no socket', { path: '/nowhere/.s.PGSQL.5432' }],
  ['no host', { host: 'database.invalid', port: 5432 }],
  ['nobody listening', { host: '127.0.0.1', port: 9 }],
])('a connection that finds %s is unavailable, and worth another try', async (_, place) => {
  const refusal = findRefusal(await failureOf(place));
  expect(refusal).toMatchObject({ code: 'unavailable', status: 503, retryAfterSeconds: 10 });
});

test.each([
  ['takes no changes', '25006'],
  ['has no room on its disk', '53100'],
  ['waits for locks only so long', '55P03'],
  ['can not order what runs at once', '40001'],
  ['ends a deadlock', '40P01'],
  ['ends transactions that take too long', '25P04'],
  ['fails to read its disk', '58030'],
])('a database that %s is unavailable', (_, code) => {
  const cause = Object.assign(new Error('refused'), { code });
  const refusal = findRefusal(new Error('Failed query', { cause }));
  expect(refusal).toMatchObject({ code: 'unavailable', status: 503 });
});

test('a file that is missing is a fault, not an outage', () => {
  const error = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' });
  expect(findRefusal(error)).toBeNull();
});
