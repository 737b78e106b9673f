import { streamText } from './api-text-stream.ts';

/** Streams a JSON array. */
export function streamJsonArray<T>(
  items: AsyncIterable<T>,
  toJson: (item: T) => unknown,
): Promise<ReadableStream<Uint8Array>> {
  return streamText(jsonParts(items, toJson));
}

async function* jsonParts<T>(
  items: AsyncIterable<T>,
  toJson: (item: T) => unknown,
): AsyncGenerator<string> {
  let before = '[';
  for await (const item of items) {
    yield before + JSON.stringify(toJson(item));
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
