import { expect, test } from 'vitest';
import { BodyTooLarge, receiveBody } from './receive-body.ts';

const never = new AbortController().signal;
const patient = { bytes: 1, everyMs: 60_000 };

async function* chunks(...sizes: number[]): AsyncGenerator<Uint8Array> {
  for (const size of sizes) yield new Uint8Array(size);
}

/** Sends one byte and then nothing. */
async function* stalled(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(1);
  await new Promise(() => undefined);
}

test('a body is handed on as it comes, up to its limit', async () => {
  const kept: number[] = [];
  const keep = (chunk: Uint8Array) => void kept.push(chunk.byteLength);
  await receiveBody(chunks(3, 4), { mostBytes: 7, pace: patient, signal: never, keep });
  expect(kept).toEqual([3, 4]);
  const tooLarge = receiveBody(chunks(3, 4, 1), {
    mostBytes: 7,
    pace: patient,
    signal: never,
    keep,
  });
  await expect(tooLarge).rejects.toThrow(BodyTooLarge);
  expect(kept).toEqual([3, 4, 3, 4]);
});

test('a sender below the pace is refused', async () => {
  const pace = { bytes: 2, everyMs: 5 };
  const keep = () => undefined;
  const slow = receiveBody(stalled(), { mostBytes: 7, pace, signal: never, keep });
  await expect(slow).rejects.toMatchObject({ code: 'request_timeout', status: 408 });
});

test('a body whose place is needed is given up at once', async () => {
  const needed = new AbortController();
  const keep = () => needed.abort();
  const options = { mostBytes: 7, pace: patient, signal: needed.signal, keep };
  await expect(receiveBody(stalled(), options)).rejects.toMatchObject({ code: 'unavailable' });
});

test('a connection that breaks is no error of the shop', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(1);
    throw new Error('aborted');
  }
  const keep = () => undefined;
  const options = { mostBytes: 7, pace: patient, signal: never, keep };
  await expect(receiveBody(broken(), options)).rejects.toMatchObject({ code: 'malformed' });
});
