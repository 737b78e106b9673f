/** A part of the response is sent when it has this many characters. */
const CHUNK = 64 * 1024;

/**
 * Streams a JSON array, at most one chunk ahead of its reader. An error before the first item is
 * thrown, so that it becomes a refusal. A later one cuts the response off instead of ending it, so
 * that a partial list never looks complete.
 */
export async function streamJsonArray<T>(
  items: AsyncIterable<T>,
  toJson: (item: T) => unknown,
): Promise<ReadableStream<Uint8Array>> {
  const iterator = items[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let next = await iterator.next();
  let before = '[';
  return new ReadableStream({
    async pull(controller) {
      let text = '';
      while (!next.done && text.length < CHUNK) {
        text += before + JSON.stringify(toJson(next.value));
        before = ',';
        next = await iterator.next();
      }
      if (next.done) text += before === '[' ? '[]' : ']';
      controller.enqueue(encoder.encode(text));
      if (next.done) controller.close();
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
