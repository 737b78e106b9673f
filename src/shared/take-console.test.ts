import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { jsonLog } from './log.ts';
import { takeConsole } from './take-console.ts';

const own = { ...console };
const listeners = process.listeners('warning');
/** Takes the part of a library that prints. */
const library = console;
let lines: string[];

beforeEach(() => {
  lines = [];
  for (const stream of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[stream], 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  }
  takeConsole(jsonLog);
});
afterEach(() => {
  Object.assign(console, own);
  process.removeAllListeners('warning');
  for (const listener of listeners) process.on('warning', listener);
});

const written = () => lines.map((line) => JSON.parse(line));

test('what libraries print is a line of the log', () => {
  library.info('The user aborted a request.');
  library.warn('The URL path "%s" could not be decoded', '/%ff');
  library.error('Two\nlines');
  expect(written()).toMatchObject([
    { level: 'info', event: 'console', text: 'The user aborted a request.' },
    { level: 'warn', event: 'console', text: 'The URL path "/%ff" could not be decoded' },
    { level: 'warn', event: 'console', text: 'Two\nlines' },
  ]);
});

test('a printed error is described as the log describes errors', () => {
  const inner = Object.assign(new Error('inner'), { parameters: ['a-secret-token'] });
  library.error('while rendering:', new Error('outer', { cause: inner }));
  expect(written()).toMatchObject([
    {
      level: 'error',
      text: 'while rendering:',
      error: { message: 'outer', cause: { message: 'inner' } },
    },
  ]);
  expect(lines.join()).not.toContain('a-secret-token');
});

test("Node's warnings are lines of the log", () => {
  process.emit('warning', Object.assign(new Error('Too old'), { name: 'DeprecationWarning' }));
  expect(written()).toMatchObject([
    { level: 'warn', event: 'node.warning', name: 'DeprecationWarning', message: 'Too old' },
  ]);
});
