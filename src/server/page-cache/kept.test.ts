import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKept } from './kept.ts';

const MB = 1024 * 1024;
const of = (text: string, bytes = 100) => ({ text, bytes });

test('whoever asks while something is made waits for it, and it is made once', async () => {
  const kept = createKept<{ text: string; bytes: number }>(MB);
  let made = 0;
  const make = async () => {
    made += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return of('page');
  };
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => kept.get('key', ['tag'], make)),
  );
  expect(new Set(answers).size).toBe(1);
  expect(kept.peek('key')).toBe(answers[0]);
  expect(made).toBe(1);
});

test('what is retired while it is made is not kept', async () => {
  const kept = createKept<{ text: string; bytes: number }>(MB);
  let finish = () => {};
  const making = kept.get('key', ['tag'], async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return of('old');
  });
  kept.retire(['tag']);
  const next = kept.get('key', ['tag'], async () => of('new'));
  finish();
  expect((await making).text).toBe('old');
  expect((await next).text).toBe('new');
  expect(kept.peek('key')?.text).toBe('new');
});

test('what could not be made is tried again', async () => {
  const kept = createKept<{ text: string; bytes: number }>(MB);
  await expect(kept.get('key', [], () => Promise.reject(new Error('away')))).rejects.toThrow(
    'away',
  );
  expect((await kept.get('key', [], async () => of('page'))).text).toBe('page');
});

test('memory stays bounded, what was used last stays longest, and tags forget exactly theirs', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          fc.record({ key: fc.nat(60), bytes: fc.nat(9_000) }),
          fc.record({ retire: fc.nat(5) }),
        ),
        { maxLength: 200 },
      ),
      async (steps) => {
        const most = 60_000;
        const kept = createKept<{ text: string; bytes: number }>(most);
        const alive = new Set<number>();
        for (const step of steps) {
          if ('retire' in step) {
            kept.retire([`tag ${step.retire}`]);
            for (const key of alive) if (key % 6 === step.retire) alive.delete(key);
          } else {
            const { key, bytes } = step;
            if (!kept.peek(String(key))) {
              await kept.get(String(key), [`tag ${key % 6}`], async () => of('page', bytes));
            }
            alive.add(key);
            expect(kept.peek(String(key))).toBeDefined();
          }
          expect(kept.bytes).toBeLessThanOrEqual(most);
        }
        for (let key = 0; key <= 60; key += 1) {
          if (!alive.has(key)) expect(kept.peek(String(key))).toBeUndefined();
        }
        kept.clear();
        expect([kept.bytes, kept.size]).toEqual([0, 0]);
      },
    ),
    { numRuns: 300 },
  );
});

test('one entry does not push out the rest', async () => {
  const kept = createKept<{ text: string; bytes: number }>(100_000);
  await kept.get('small', [], async () => of('small'));
  expect((await kept.get('huge', [], async () => of('huge', 50_000))).text).toBe('huge');
  expect(kept.peek('huge')).toBeUndefined();
  expect(kept.peek('small')).toBeDefined();
});
