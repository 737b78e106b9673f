import { UNSAFE_decodeViaTurboStream as decode } from 'react-router';
import { expect } from 'vitest';
import type { CallResponse } from './shops.ts';

/** What differs between two responses of one shop, and says nothing. */
const OF_EACH_RESPONSE = ['content-length', 'date', 'transfer-encoding', 'x-request-id'];

/** That two responses are the same page for the same person. */
export async function expectSamePage(
  kept: CallResponse,
  fresh: CallResponse,
  where: string,
): Promise<void> {
  expect(kept.status, where).toBe(fresh.status);
  expect(factsOf(kept), where).toEqual(factsOf(fresh));
  const [a, b] = [textOf(kept), textOf(fresh)];
  if (a === b) return;
  // The router writes a text that occurs twice once only. What it reads is the same.
  const [pageA, dataA] = await read(kept, a);
  const [pageB, dataB] = await read(fresh, b);
  expect(pageA, where).toBe(pageB);
  expect(dataA, where).toEqual(dataB);
}

/** The nonce that a response's policy names; '' for none. */
export function nonceOf({ headers }: CallResponse): string {
  return /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1] ?? '';
}

function factsOf(response: CallResponse) {
  const facts = Object.entries(response.headers).filter(
    ([name]) => !OF_EACH_RESPONSE.includes(name),
  );
  return Object.fromEntries(facts.map(([name, value]) => [name, withoutNonce(response, value)]));
}

function textOf(response: CallResponse): string {
  return withoutNonce(response, response.body.toString());
}

function withoutNonce(response: CallResponse, text: string): string {
  const nonce = nonceOf(response);
  // Data has none.
  return nonce === '' ? text : text.replaceAll(nonce, 'NONCE');
}

const ENQUEUED = /streamController\.enqueue\(("(?:[^"\\]|\\.)*")\)/g;

async function read(
  { headers }: CallResponse,
  text: string,
): Promise<[page: string, data: unknown]> {
  if (headers['content-type'] === 'text/x-script') return ['', await decoded(text)];
  const lines = [...text.matchAll(ENQUEUED)].map(([, line = '']) => {
    // What reads the same as data must not end the script that it is in.
    expect(line).not.toMatch(/[<>&\u2028\u2029]/);
    return JSON.parse(line);
  });
  return [text.replaceAll(ENQUEUED, ''), await decoded(lines.join(''))];
}

async function decoded(text: string): Promise<unknown> {
  const stream = new Response(text).body;
  if (!stream) throw new Error('There is nothing to decode.');
  // Its reader expects the global object of the page that it is in.
  const { value } = await decode(stream, globalThis as unknown as Parameters<typeof decode>[1]);
  return value;
}
