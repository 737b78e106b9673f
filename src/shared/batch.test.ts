import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batch } from './batch.ts';

test('everyone gets the result of their own question, asked after they came', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ wait: fc.nat(4), takes: fc.nat(3) }), { maxLength: 40 }),
      async (askers) => {
        let clock = 0;
        let questions = 0;
        const ask = batch(async (asked: { nr: number; takes: number }[]) => {
          const began = clock++;
          questions += 1;
          for (let turn = 0; turn < (asked[0]?.takes ?? 0); turn += 1) {
            await new Promise((resolve) => setImmediate(resolve));
          }
          return asked.map(({ nr }) => ({ nr, began }));
        });
        await Promise.all(
          askers.map(async ({ wait, takes }, nr) => {
            for (let turn = 0; turn < wait; turn += 1) {
              await new Promise((resolve) => setImmediate(resolve));
            }
            const came = clock++;
            const response = await ask({ nr, takes });
            expect(response.nr).toBe(nr);
            expect(response.began).toBeGreaterThan(came);
          }),
        );
        expect(questions).toBeLessThanOrEqual(askers.length);
      },
    ),
  );
});

test('a crowd is a few questions', async () => {
  let questions = 0;
  const ask = batch(async (asked: number[]) => {
    questions += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return asked;
  });
  const returns = await Promise.all(Array.from({ length: 150 }, (_, nr) => ask(nr)));
  expect(returns).toEqual(returns.map((_, nr) => nr));
  expect(questions).toBeLessThanOrEqual(3);
});

test('a question that fails is told to those who asked it, and the next one is asked', async () => {
  let isUnreachable = true;
  const ask = batch(async (asked: number[]) => {
    if (isUnreachable) throw new Error('away');
    return asked;
  });
  await expect(Promise.all([ask(1), ask(2)])).rejects.toThrow('away');
  isUnreachable = false;
  expect(await ask(3)).toBe(3);
});
