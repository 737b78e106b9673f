import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

test('runs one at a time, and once more for all that asked meanwhile', async () => {
  let runs = 0;
  let running = 0;
  let most = 0;
  const ask = oneAtATime(async () => {
    runs += 1;
    running += 1;
    most = Math.max(most, running);
    await nextTick();
    running -= 1;
  });
  for (let nr = 0; nr < 50; nr += 1) ask();
  await expect.poll(() => [runs, running]).toEqual([2, 0]);
  ask();
  await expect.poll(() => [runs, running]).toEqual([3, 0]);
  expect(most).toBe(1);
});
