import { expect, test } from 'vitest';
import { MAX_BYTES, readText } from './read-text.ts';

const CHUNK = 64 * 1024;

/** A response whose body has this many chunks, and how much of it was read. */
function longResponse(chunks: number) {
  const seen = { chunks: 0, isCanceled: false };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (seen.chunks === chunks) controller.close();
      else controller.enqueue(new Uint8Array(CHUNK).fill(97));
      seen.chunks += 1;
    },
    cancel() {
      seen.isCanceled = true;
    },
  });
  return { response: new Response(body), seen };
}

test('a response is read up to the limit, and no further', async () => {
  const most = MAX_BYTES / CHUNK;
  expect(await readText(longResponse(most).response, 'X')).toHaveLength(MAX_BYTES);
  const { response, seen } = longResponse(10 * most);
  await expect(readText(response, 'X')).rejects.toThrow('The response of X is too large.');
  expect(seen.isCanceled).toBe(true);
  expect(seen.chunks).toBeLessThan(most + 5);
});

test('a character that two chunks share stays whole, and no body is no text', async () => {
  const bytes = new TextEncoder().encode('5 €');
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.slice(0, 3));
      controller.enqueue(bytes.slice(3));
      controller.close();
    },
  });
  expect(await readText(new Response(body), 'X')).toBe('5 €');
  expect(await readText(new Response(null), 'X')).toBe('');
});
