import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCacheEntries } from './cache-entries.ts';

const MB = 1024 * 1024;
const of = (text: string, bytes = 100) => ({ text, bytes });

test('whoever asks while something is made waits for it, and it is made once', async () => {
  const entries = createCacheEntries<{ text: string; bytes: number }>(MB);
  let made = 0;
  const make = async () => {
    made += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return of('page');
  };
  const returns = await Promise.all(
    Array.from({ length: 50 }, () => entries.get('key', ['tag'], make)),
  );
  expect(new Set(returns).size).toBe(1);
  expect(entries.find('key')).toBe(returns[0]);
  expect(made).toBe(1);
});

/** Begins as many values as may be made at a time. */
function makeFour() {
  const entries = createCacheEntries<{ text: string; bytes: number }>(MB);
  const finish: (() => void)[] = [];
  const makings = Array.from({ length: 4 }, (_, i) =>
    entries.get(`key ${i}`, ['tag'], async () => {
      await new Promise<void>((resolve) => finish.push(resolve));
      return of('page');
    }),
  );
  return { entries, finish, makings };
}

test('only four are made at a time, and one that is being made may be waited for', async () => {
  const { entries, finish, makings } = makeFour();
  const another = () => entries.get('another', ['tag'], async () => of('another'));
  expect(await another()).toBeNull();
  const waiting = entries.get('key 3', ['tag'], async () => of('made twice'));
  for (const end of finish) end();
  expect(await waiting).toBe((await Promise.all(makings))[3]);
  expect((await another())?.text).toBe('another');
});

test('what is retired or cleared counts for that limit until it has been made', async () => {
  const { entries, finish, makings } = makeFour();
  const another = () => entries.get('another', [], async () => of('another'));
  entries.retire(['tag']);
  expect(await another()).toBeNull();
  entries.clear();
  expect(await another()).toBeNull();
  finish[0]?.();
  await makings[0];
  expect((await another())?.text).toBe('another');
  for (const end of finish) end();
  await Promise.all(makings);
});

test('what is retired while it is made is not cached', async () => {
  const entries = createCacheEntries<{ text: string; bytes: number }>(MB);
  let finish = () => {};
  const making = entries.get('key', ['tag'], async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return of('old');
  });
  entries.retire(['tag']);
  const next = entries.get('key', ['tag'], async () => of('new'));
  finish();
  expect((await making)?.text).toBe('old');
  expect((await next)?.text).toBe('new');
  expect(entries.find('key')?.text).toBe('new');
});

test('what could not be made is tried again', async () => {
  const entries = createCacheEntries<{ text: string; bytes: number }>(MB);
  await expect(entries.get('key', [], () => Promise.reject(new Error('away')))).rejects.toThrow(
    'away',
  );
  expect((await entries.get('key', [], async () => of('page')))?.text).toBe('page');
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
        const entries = createCacheEntries<{ text: string; bytes: number }>(most);
        const alive = new Set<number>();
        for (const step of steps) {
          if ('retire' in step) {
            entries.retire([`tag ${step.retire}`]);
            for (const key of alive) if (key % 6 === step.retire) alive.delete(key);
          } else {
            const { key, bytes } = step;
            if (!entries.find(String(key))) {
              await entries.get(String(key), [`tag ${key % 6}`], async () => of('page', bytes));
            }
            alive.add(key);
            expect(entries.find(String(key))).toBeDefined();
          }
          expect(entries.bytes).toBeLessThanOrEqual(most);
        }
        for (let key = 0; key <= 60; key += 1) {
          if (!alive.has(key)) expect(entries.find(String(key))).toBeUndefined();
        }
        entries.clear();
        expect([entries.bytes, entries.size]).toEqual([0, 0]);
      },
    ),
    { numRuns: 300 },
  );
});

test('one entry does not push out the rest', async () => {
  const entries = createCacheEntries<{ text: string; bytes: number }>(100_000);
  await entries.get('small', [], async () => of('small'));
  expect((await entries.get('huge', [], async () => of('huge', 50_000)))?.text).toBe('huge');
  expect(entries.find('huge')).toBeUndefined();
  expect(entries.find('small')).toBeDefined();
});

test('what is made from more data than was known before is retired with that data', async () => {
  const entries = createCacheEntries<{ text: string; bytes: number }>(MB);
  const make = () =>
    entries.get('key', ['tag'], async (depend) => {
      await Promise.resolve();
      depend(['more']);
      return of('page');
    });
  await make();
  entries.retire(['other']);
  expect(entries.find('key')?.text).toBe('page');
  entries.retire(['more']);
  expect(entries.find('key')).toBeUndefined();

  // The same holds when the data changes while it is read.
  const making = entries.get('key', ['tag'], async (depend) => {
    depend(['more']);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return of('old');
  });
  await Promise.resolve();
  entries.retire(['more']);
  expect((await making)?.text).toBe('old');
  expect(entries.find('key')).toBeUndefined();
});
