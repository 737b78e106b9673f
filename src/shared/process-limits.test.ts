import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { limitProcess } from './process-limits.ts';

function program(code: string) {
  const child = spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'pipe', 'ignore'] });
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

test('a process that takes too much processor time is ended, and what it took before does not count', async () => {
  const child = program(
    "const end = Date.now() + 400; while (Date.now() < end); process.stdout.write('x'); process.stdin.once('data', () => { while (true); })",
  );
  await once(child.stdout, 'data');
  const limits = limitProcess(child, { seconds: 0.3, clockSeconds: 50, megabytes: 1_000 });
  await setTimeout(100);
  expect(limits.exceeded()).toBeNull();
  child.stdin.write('go');
  const [, signal] = await once(child, 'exit');
  limits.stop();
  expect([signal, limits.exceeded()]).toEqual(['SIGKILL', '0.3 seconds']);
});

test('a process that only waits is ended later, and has exceeded nothing', async () => {
  const child = program('setInterval(() => undefined, 1000)');
  await once(child, 'spawn');
  const begun = performance.now();
  const limits = limitProcess(child, { seconds: 1, megabytes: 1_000 });
  const [, signal] = await once(child, 'exit');
  limits.stop();
  expect([signal, limits.exceeded()]).toEqual(['SIGKILL', null]);
  expect(performance.now() - begun).toBeGreaterThan(1_900);
});

test('a process within its limits is left alone, and is not watched after the work', async () => {
  const child = program("process.stdout.write('x'.repeat(9))");
  const limits = limitProcess(child, { seconds: 60, megabytes: 1_000 });
  const [code] = await once(child, 'exit');
  limits.stop();
  expect([code, limits.exceeded()]).toEqual([0, null]);
});
