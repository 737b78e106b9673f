import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { hash as argon2 } from '@node-rs/argon2';
import type { Config } from '#config.ts';
import { type Database, openDatabase } from '#db/client.ts';
import { grantAdmin } from '#features/accounts/accounts.ts';
import type { Actor } from '#features/actor.ts';
import { setUpCategories } from '#features/catalog/catalog.ts';
import { setUpDelivery } from '#features/delivery/delivery.ts';
import { createApp } from '#server/http/app.ts';
import { createContext, type ShopContext } from '#server/start/create-context.ts';
import { type Log, silentLog } from '#shared/log.ts';
import type { ShopConfig } from '#shared/shop-config.ts';
import { shop as shopConfig } from '#shop-config';
import { newDataFolder, removeDataFolder } from '../../scripts/running-shop.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { BASE_URL, testConfig } from './test-config.ts';

/** An address whose requests all run at a time. Of any other address, eight do. */
export const THIS_MACHINE = '127.0.0.1';
export const PASSWORD = 'correct-horse-battery';

/** What `PASSWORD` is hashed with: to check it at the shop's own cost takes most of a sign-in. */
const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 };
/** The hashes of `PASSWORD`, each made once for all accounts. */
const passwordHashes: { full?: Promise<string>; cheap?: Promise<string> } = {};

export interface TestShop {
  context: ShopContext;
  database: TestDatabase;
  /** The rows of a statement on its database. */
  // biome-ignore lint/suspicious/noExplicitAny: rows have the columns that the test asks for
  query(text: string, values?: unknown[]): Promise<any[]>;
  /** Somebody who is not signed in. */
  guest(): Client;
  /** A new account, signed in; the email is made of the name. */
  shopper(name: string, address?: string): Promise<Client>;
  admin(name?: string): Promise<Client>;
  /** This shop in another process: a context and a pool of its own on the same database. */
  beside(mail?: Partial<Config['mail']>): Promise<ShopContext>;
  /** The folder for everything that it stores on disk. */
  dataDir: string;
  close(): Promise<void>;
}

/** A shop as `npm start` makes it, without pages, on a database of its own. */
export async function openTestShop(
  options: {
    shopConfig?: Partial<ShopConfig>;
    now?: () => Date;
    log?: Log;
    maxConnections?: number;
    stripe?: Config['stripe'];
    images?: Config['images'];
    search?: Config['search'];
    mail?: Partial<Config['mail']>;
    mode?: Config['mode'];
    trustedProxies?: string[];
    overrides?: Config['overrides'];
    sessionDays?: number;
    /** Hashes `PASSWORD` as a shop does, for tests of what happens while that takes its time. */
    hashesFully?: boolean;
  } = {},
): Promise<TestShop> {
  const database = await createTestDatabase(options.maxConnections);
  const dataDir = await newDataFolder();
  const { mode, trustedProxies, stripe, images, search, mail, overrides, sessionDays } = options;
  const config = testConfig({
    ...(mode && { mode }),
    ...(trustedProxies && { trustedProxies }),
    ...(stripe && { stripe }),
    ...(images && { images }),
    ...(search && { search }),
    ...(mail && { mail: { smtp: null, emailjs: null, ...mail } }),
    ...(overrides && { overrides }),
    ...(sessionDays && { sessionDays }),
  });
  const contextOn = (ownDatabase: Database, ownConfig = config) =>
    createContext({
      config: ownConfig,
      database: ownDatabase,
      dataDir,
      authSecret: 'a-secret-for-tests-of-32-characters-or-more',
      log: options.log ?? silentLog,
      ...(options.now ? { now: options.now } : {}),
      shopConfig: { ...shopConfig, ...options.shopConfig },
    });
  const context = await contextOn(database);
  const { password } = await context.auth.$context;
  const { hash } = password;
  password.hash = (text) => {
    if (text !== PASSWORD) return hash(text);
    const cost = options.hashesFully ? 'full' : 'cheap';
    passwordHashes[cost] ??= options.hashesFully ? hash(text) : argon2(text, CHEAP);
    return passwordHashes[cost];
  };
  const pools: Database[] = [];
  await mkdir(context.uploadsFolder);
  await setUpCategories(context.ctx);
  await setUpDelivery(context.ctx);
  const app = createApp({
    context,
    renderPage: async () =>
      new Response('a page', { status: 404, headers: { 'Content-Type': 'text/html' } }),
  });

  async function shopper(name: string, address?: string): Promise<Client> {
    const client = new Client(app, address);
    const email = `${name.toLowerCase().replace(/\W+/g, '.')}@example.com`;
    const response = await client.post('/api/auth/sign-up/email', {
      name,
      email,
      password: PASSWORD,
    });
    if (response.status !== 200)
      throw new Error(`Sign-up: ${response.status} ${await response.text()}`);
    const { user } = await response.json();
    client.user = { id: user.id, email, name };
    return client;
  }

  return {
    context,
    database,
    query: async (text, values = []) => (await database.pool.query(text, values)).rows,
    dataDir,
    guest: () => new Client(app),
    shopper,
    async admin(name = 'Ada Admin') {
      const client = await shopper(name);
      await grantAdmin(context.ctx, client.email, 'test', { unverified: true });
      return client;
    },
    beside(mail) {
      const pool = openDatabase(database.connection);
      pools.push(pool);
      return contextOn(pool, { ...config, mail: { ...config.mail, ...mail } });
    },
    async close() {
      for (const pool of pools) await pool.close();
      await database.close();
      await removeDataFolder(dataDir);
    },
  };
}

/** The person of a client, for calling a use case. */
export function actorOf(client: Client, role: 'shopper' | 'admin' = 'shopper'): Actor {
  if (!client.user) return { user: null, session: null, cartToken: 'v'.repeat(43) };
  const user = { ...client.user, image: null, role, emailVerified: false };
  return { user, session: null, cartToken: null };
}

/** The person of a client with the session that the client has, for calling a use case. */
export async function signedInActorOf(shop: TestShop, client: Client): Promise<Actor> {
  const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ');
  const { session } = await shop.context.visitors.find(new Headers({ cookie }));
  return { ...actorOf(client), session };
}

/** Has the email address of somebody's account verified. */
export async function verifyEmailOf({ database }: TestShop, { id }: Client): Promise<void> {
  await database.pool.query('update users set email_verified = true where id = $1', [id]);
}

type CallResponse = Awaited<ReturnType<typeof fetch>>;

/** A browser of one person: keeps cookies, sends the shop's origin, has an address of its own. */
export class Client {
  user: { id: string; email: string; name: string } | null = null;
  readonly cookies = new Map<string, string>();
  /** Where its requests come from. */
  address: string;
  readonly #app: ReturnType<typeof createApp>;

  constructor(
    app: ReturnType<typeof createApp>,
    address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
  ) {
    this.#app = app;
    this.address = address;
  }

  /** Has a guest's cart, as a page gives one when the first thing is added; returns its token. */
  holdCart(): string {
    const token = randomBytes(32).toString('base64url');
    this.cookies.set('shop.cart', token);
    return token;
  }

  get email(): string {
    return this.user?.email ?? '';
  }

  get id(): string {
    return this.user?.id ?? '';
  }

  /**
   * `body` is sent as JSON, a form as a form; a header of null is left out. The response is read to
   * its end, as browsers do: a list that nobody reads makes the next ones wait.
   */
  async request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string | null> = {},
  ): Promise<CallResponse> {
    const response = await this.#send(method, path, body, headers);
    return response.body ? new Response(await response.arrayBuffer(), response) : response;
  }

  async #send(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string | null>,
  ): Promise<CallResponse> {
    const sent: Record<string, string | null> = {
      ...(method === 'GET' ? {} : { origin: BASE_URL }),
      ...(body === undefined || body instanceof FormData
        ? {}
        : { 'content-type': 'application/json' }),
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') || null,
      ...headers,
    };
    const kept = Object.entries(sent).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    );
    const response = await this.#app.request(
      `${BASE_URL}${path}`,
      {
        method,
        headers: kept,
        ...(body === undefined
          ? {}
          : {
              body:
                typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
            }),
      },
      { incoming: { socket: { remoteAddress: this.address } } },
    );
    this.keep(response.headers.getSetCookie());
    return response;
  }

  /** Keeps the cookies of a response. */
  keep(cookies: string[]): void {
    for (const cookie of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.cookies.set(name, value);
    }
  }

  /**
   * A call under `/api/v1` that changes something: with a key that counts once, and the version that
   * was seen, if any. Returns the status and the content of the response.
   */
  async change(
    path: string,
    body: unknown = {},
    { key = randomUUID(), version }: { key?: string; version?: number } = {},
    // biome-ignore lint/suspicious/noExplicitAny: the content is what the test expects of it
  ): Promise<{ status: number; body: any }> {
    const response = await this.post(`/api/v1/${path}`, body, {
      'idempotency-key': key,
      ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    });
    return { status: response.status, body: await response.json() };
  }

  get(path: string, headers?: Record<string, string | null>) {
    return this.request('GET', path, undefined, headers);
  }

  /** Like `get`, but reads nothing of the response yet. */
  begin(path: string) {
    return this.#send('GET', path, undefined, {});
  }

  post(path: string, body: unknown, headers?: Record<string, string | null>) {
    return this.request('POST', path, body, headers);
  }

  put(path: string, body: unknown, headers?: Record<string, string | null>) {
    return this.request('PUT', path, body, headers);
  }

  delete(path: string) {
    return this.request('DELETE', path);
  }
}
