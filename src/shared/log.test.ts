import { UNSAFE_ErrorResponseImpl as ErrorResponseImpl } from 'react-router';
import { expect, test, vi } from 'vitest';
import { jsonLog } from './log.ts';

function logged(error: unknown): unknown {
  const lines = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  jsonLog.error('page.failed', error);
  return JSON.parse(String(lines.mock.lastCall?.[0])).error;
}

test('an error is logged with its name, its message and its cause', () => {
  const error = new TypeError('No such thing', { cause: new Error('It was never there') });
  expect(logged(error)).toMatchObject({
    name: 'TypeError',
    message: 'No such thing',
    cause: { message: 'It was never there' },
  });
});

test('a response that was thrown is logged with its status and what it says', () => {
  expect(logged(new ErrorResponseImpl(503, 'Unavailable', { code: 'unavailable' }))).toEqual({
    status: 503,
    statusText: 'Unavailable',
    data: { code: 'unavailable' },
  });
  const internal = new ErrorResponseImpl(500, '', new Error('No route'), true);
  expect(logged(internal)).toMatchObject({ status: 500, message: 'No route' });
});

test('anything else is logged as text', () => {
  expect(logged('Oh no')).toBe('Oh no');
  expect(logged(null)).toBe('null');
});
