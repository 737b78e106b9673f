import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError, BusyError } from './errors.ts';
import { createFailureLog } from './failure-log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('refusals because the shop is busy are one line a second, and an outage is a line each time', () => {
  const lines: unknown[] = [];
  const warn = (event: string, fields?: Record<string, unknown>) =>
    void lines.push([event, fields?.times]);
  const logFailure = createFailureLog({ info() {}, warn, error() {} });
  for (let i = 0; i < 500; i += 1) logFailure(new BusyError(), { path: '/uploads' });
  vi.advanceTimersByTime(1_000);
  logFailure(new BusyError(), {});
  for (let i = 0; i < 2; i += 1) logFailure(new AppError('unavailable', 'Away.'), {});
  vi.advanceTimersByTime(5_000);
  const away = ['request.unavailable', undefined];
  expect(lines).toEqual([['request.busy', 500], away, away, ['request.busy', 1]]);
});
