import { expect, test } from 'vitest';
import { readUnreachable } from './unreachable.ts';

const failed = (status: number, data: unknown) =>
  readUnreachable({ status, statusText: '', internal: false, data });

test('text of a failure on the way keeps the page, and what a page itself returns does not', () => {
  for (const status of [500, 502, 503]) {
    expect(failed(status, 'Broken')).toMatchObject({ status, code: 'unavailable' });
  }
  expect(failed(429, '{"code":"rate_limited","detail":"Too many."}')).toEqual({
    ...{ status: 429, code: 'rate_limited', message: 'Too many.' },
  });
  expect(failed(404, 'Not here')).toBeNull();
  expect(failed(500, { message: 'Ours' })).toBeNull();
});
