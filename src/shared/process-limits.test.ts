import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { limitProcess } from './process-limits.ts';

function program(code: string) {
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test('a process that takes too much memory is ended', async () => {
  const child = program('const kept = []; setInterval(() => kept.push(Buffer.alloc(2e7, 1)), 20)');
  const limits = limitProcess(child, { seconds: 60, megabytes: 250 });
  const [, signal] = await once(child, 'exit');
  limits.stop();
  expect([signal, limits.exceeded()]).toEqual(['SIGKILL', '250 MB']);
});

test('a process that takes too long is ended', async () => {
  const child = program('setInterval(() => undefined, 1000)');
  const limits = limitProcess(child, { seconds: 0.1, megabytes: 1_000 });
  const [, signal] = await once(child, 'exit');
  limits.stop();
  expect([signal, limits.exceeded()]).toEqual(['SIGKILL', '0.1 seconds']);
});

test('a process within its limits is left alone, and is not watched after the work', async () => {
  const child = program("process.stdout.write('x'.repeat(9))");
  const limits = limitProcess(child, { seconds: 60, megabytes: 1_000 });
  const [code] = await once(child, 'exit');
  limits.stop();
  expect([code, limits.exceeded()]).toEqual([0, null]);
});
