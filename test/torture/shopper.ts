/** Somebody who shops over HTTP, and writes down each request before it is sent and as it ended. */
import { Agent, type ClientRequest, type IncomingMessage, request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../support/random.ts';
import type { Journal } from './journal.ts';
import { ORIGIN } from './world.ts';

/** How long a customer waits for a response, in milliseconds. */
const PATIENCE_MS = 30_000;

/** How a request ended. `unknown`: no response, half a response, or an error of the server. */
export interface Outcome {
  kind: 'ok' | 'refused' | 'unknown';
  status: number;
  /** Of a refusal: its stable code. */
  code: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the call returns; each reader knows.
  body: any;
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  json?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** The purchase that it belongs to. */
  tag?: string;
}

export interface JournalLine {
  n: number;
  who: string;
  state: 'sent' | Outcome['kind'];
  call: string;
  tag?: string | undefined;
  status?: number;
  code?: string;
}

export interface ShopDoor {
  url: string;
  isUp: boolean;
}

let number = 0;

export class Shopper {
  readonly name: string;
  readonly email: string;
  readonly random: Random;
  readonly #doors: ShopDoor[];
  readonly #journal: Journal<JournalLine>;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 20 });
  readonly #address: string;
  readonly #cookies = new Map<string, string>();
  id = '';

  constructor(
    name: string,
    options: { email?: string; doors: ShopDoor[]; journal: Journal<JournalLine>; random: Random },
  ) {
    const { random } = options;
    this.name = name;
    this.email = options.email ?? `${name.toLowerCase().replace(/\W+/g, '.')}@example.com`;
    this.random = random;
    this.#doors = options.doors;
    this.#journal = options.journal;
    this.#address = `10.${random.int(0, 255)}.${random.int(0, 255)}.${random.int(1, 254)}`;
  }

  /** Sends one request to one of the processes. */
  async call(call: Call): Promise<Outcome> {
    const [outcome] = await this.together([call]);
    if (!outcome) throw new Error('A request without an outcome.');
    return outcome;
  }

  /** Sends requests to several processes, each but for its last byte, and then all last bytes at once. */
  async together(calls: Call[]): Promise<Outcome[]> {
    while (!this.#doors.some(({ isUp }) => isUp)) await sleep(50);
    const prepared = calls.map((call) => this.#prepare(call));
    if (prepared.length > 1) await sleep(20);
    for (const { finish } of prepared) finish();
    return Promise.all(prepared.map(({ outcome }) => outcome));
  }

  #prepare(call: Call): { finish: () => void; outcome: Promise<Outcome> } {
    number += 1;
    const line = {
      n: number,
      who: this.name,
      call: `${call.method} ${call.path}`,
      tag: call.tag,
    };
    this.#journal.write({ ...line, state: 'sent' });
    const { finish, response } = this.#send(call);
    const outcome = response.then(toOutcome, noResponse).then((ended) => {
      const { kind: state, status, code } = ended;
      this.#journal.write({ ...line, state, status, code });
      return ended;
    });
    return { finish, outcome };
  }

  #send(call: Call): { finish: () => void; response: Promise<Raw> } {
    const { method, path, json, form } = call;
    const text = form ? new URLSearchParams(form).toString() : json ? JSON.stringify(json) : '';
    const body = Buffer.from(text);
    const up = this.#doors.filter(({ isUp }) => isUp);
    const { hostname, port } = new URL(this.random.pick(up.length > 0 ? up : this.#doors).url);
    let sent: ClientRequest | undefined;
    const response = new Promise<Raw>((resolve, reject) => {
      sent = send({ hostname, port, path, method, agent: this.#agent });
      sent.setNoDelay(true);
      sent.setTimeout(PATIENCE_MS, () => sent?.destroy(new Error('No response in time.')));
      sent.on('error', reject);
      sent.on('response', (response) => this.#read(response).then(resolve, reject));
      const headers: Record<string, string> = {
        host: new URL(ORIGIN).host,
        origin: ORIGIN,
        'x-forwarded-for': this.#address,
        accept: 'application/json',
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body.length > 0 && {
          'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
          'content-length': String(body.length),
        }),
        ...call.headers,
      };
      for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value);
      if (body.length > 1) sent.write(body.subarray(0, -1));
      else sent.flushHeaders();
    });
    return { finish: () => sent?.end(body.subarray(-1)), response };
  }

  async #read(response: IncomingMessage): Promise<Raw> {
    let text = '';
    response.setEncoding('utf8');
    for await (const part of response) text += part;
    if (!response.complete) throw new Error('Half a response.');
    for (const cookie of response.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    return { status: response.statusCode ?? 0, text };
  }

  /** Lets go of its connections. */
  leave(): void {
    this.#agent.destroy();
  }
}

interface Raw {
  status: number;
  text: string;
}

/** Nobody was there to send it to. */
export const NOT_SENT = 'not_sent';

function noResponse(error: NodeJS.ErrnoException): Outcome {
  const { code: cause = error.message } = error;
  const code = cause === 'ECONNREFUSED' ? NOT_SENT : `no response: ${cause}`;
  return { kind: 'unknown', status: 0, code, body: null };
}

function toOutcome({ status, text }: Raw): Outcome {
  const body = parsed(text);
  const kind = status >= 500 ? 'unknown' : status >= 400 ? 'refused' : 'ok';
  return { kind, status, code: kind === 'ok' ? '' : String(body?.code ?? status), body };
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Repeats a request while nothing is known of it, up to so many times, as people do. */
export async function insist(
  market: { isOver(): boolean },
  shopper: Shopper,
  call: Call,
  attempts = 4,
): Promise<Outcome> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await shopper.call(call);
    if (outcome.kind !== 'unknown' || attempt >= attempts || market.isOver()) return outcome;
  }
}
