/** Characters that are gathered before a part of the answer goes out. */
const CHUNK = 64 * 1024;

/**
 * A JSON array as a stream, one chunk ahead of its reader at most. What fails before the first item
 * is thrown, so that it can be refused; what fails later breaks the answer off instead of ending
 * it, so that half a list never looks whole.
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
