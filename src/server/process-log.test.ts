import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logEverything, type ProcessLog } from './process-log.ts';

const methods = ['log', 'info', 'debug', 'warn', 'error'] as const;
const own = methods.map((method) => console[method]);
const listeners = process.listeners('warning');
let lines: string[];
let taken: ProcessLog;

beforeEach(() => {
  lines = [];
  for (const method of ['log', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation((line) => lines.push(line));
  }
  taken = logEverything();
});
afterEach(() => {
  for (const [nr, method] of methods.entries()) console[method] = own[nr] as typeof console.log;
  process.removeAllListeners('warning');
  for (const listener of listeners) process.on('warning', listener);
  process.removeListener(
    'uncaughtException',
    process.listeners('uncaughtException').at(-1) as never,
  );
});

const written = () => lines.map((line) => JSON.parse(line));

test('what libraries print is a line of the log', () => {
  console.info('The user aborted a request.');
  console.warn('The URL path "%s" could not be decoded', '/%ff');
  console.error('Two\nlines');
  expect(written()).toMatchObject([
    { level: 'info', event: 'console', text: 'The user aborted a request.' },
    { level: 'warn', event: 'console', text: 'The URL path "/%ff" could not be decoded' },
    { level: 'error', event: 'console', error: 'Two\nlines' },
  ]);
});

test('a printed error is described as the log describes errors', () => {
  console.error('while rendering:', new Error('outer', { cause: new Error('inner') }));
  expect(written()).toMatchObject([
    {
      event: 'console',
      text: 'while rendering:',
      error: { message: 'outer', cause: { message: 'inner' } },
    },
  ]);
});

test("Node's warnings are lines of the log, and the shop's own lines stay as they are", () => {
  process.emit('warning', Object.assign(new Error('Too old'), { name: 'DeprecationWarning' }));
  taken.log.info('shop.open', { lines: ['a'] });
  taken.print('plain');
  expect(lines.pop()).toBe('plain');
  expect(written()).toMatchObject([
    { level: 'warn', event: 'node.warning', name: 'DeprecationWarning', message: 'Too old' },
    { level: 'info', event: 'shop.open', lines: ['a'] },
  ]);
});
