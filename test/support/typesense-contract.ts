/** Typesense as a server that replays the exchanges of `test/contracts/typesense/`. */
import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { type Asked, type FaultyServer, startFaultyServer } from './http-server.ts';

export const TYPESENSE_KEY = 'key-of-the-tests';

const FOLDER = new URL('../contracts/typesense/', import.meta.url);

interface Exchange {
  request: { method: string; path: string; body?: unknown };
  response: { status: number; body: unknown };
}

export interface TypesenseContract extends FaultyServer {
  /** The names of the files that were replayed, in order. */
  replayed: string[];
  /** Requests that no file has. */
  unknown: string[];
}

/** `ids` are the product ids for the names in braces of the files. */
export async function startTypesense(ids: Record<string, string>): Promise<TypesenseContract> {
  const replayed: string[] = [];
  const unknown: string[] = [];
  const exchanges = readdirSync(FOLDER).map((file) => ({
    name: file.replace('.json', ''),
    // Read for each request, because a test learns its ids after the start.
    read: () => readExchange(file, ids),
  }));
  const server = await startFaultyServer((asked) => {
    const json = (status: number, body: string) => ({
      status,
      headers: { 'content-type': 'application/json' },
      body,
    });
    if (asked.headers['x-typesense-api-key'] !== TYPESENSE_KEY) {
      const message = 'Forbidden - a valid `x-typesense-api-key` header must be sent.';
      return json(401, JSON.stringify({ message }));
    }
    for (const { name, read } of exchanges) {
      const { request, response } = read();
      if (!isSame(request, asked)) continue;
      replayed.push(name);
      const lines = isImport(asked) && Array.isArray(response.body);
      const body = lines
        ? (response.body as unknown[]).map((line) => JSON.stringify(line)).join('\n')
        : JSON.stringify(response.body);
      return json(response.status, body);
    }
    unknown.push(`${asked.method} ${asked.url.pathname}${asked.url.search} ${asked.body}`);
    return json(400, JSON.stringify({ message: 'Bad JSON.' }));
  });
  return { ...server, replayed, unknown };
}

function readExchange(file: string, ids: Record<string, string>): Exchange {
  const text = readFileSync(new URL(file, FOLDER), 'utf8');
  return JSON.parse(
    // In an address, braces are escaped.
    text.replace(/(?:\{|%7B)([a-z-]+)(?:\}|%7D)/g, (whole, name: string) => ids[name] ?? whole),
  );
}

const isImport = ({ url }: Asked) => url.pathname.endsWith('/import');

function isSame({ method, path, body }: Exchange['request'], asked: Asked): boolean {
  const { url } = asked;
  if (method !== asked.method || path !== url.pathname + url.search) return false;
  const sent = asked.body.toString();
  if (body === undefined) return sent === '';
  const parsed = isImport(asked)
    ? sent.split('\n').map((line) => JSON.parse(line))
    : JSON.parse(sent);
  return isDeepStrictEqual(inOrder(parsed), inOrder(body));
}

/** Documents by id, and their choices in order: the shop sends them in the order of its database. */
function inOrder(body: unknown): unknown {
  if (!Array.isArray(body)) return body;
  return body
    .map((one) => ({ ...one, choices: one.choices.toSorted() }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
