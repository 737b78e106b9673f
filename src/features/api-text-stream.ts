/** A chunk of the response is sent when it has this many characters. */
const CHUNK = 64 * 1024;

/**
 * Streams a text, at most one chunk ahead of its reader. An error before the first part is thrown,
 * so that it becomes a refusal. A later one cuts the response off instead of ending it, so that a
 * partial text never looks complete.
 */
export async function streamText(
  parts: AsyncIterable<string>,
): Promise<ReadableStream<Uint8Array>> {
  const iterator = parts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let next = await iterator.next();
  return new ReadableStream({
    async pull(controller) {
      let text = '';
      while (!next.done && text.length < CHUNK) {
        text += next.value;
        next = await iterator.next();
      }
      controller.enqueue(encoder.encode(text));
      if (next.done) controller.close();
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
