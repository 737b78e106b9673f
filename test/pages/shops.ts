import { createHash, createHmac, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import {
  newDataFolder,
  type RunningShop,
  removeDataFolder,
  startShopProcess,
} from '../../scripts/running-shop.ts';
import { createDemoDatabase, socketUrl, type TestDatabase } from '../support/database.ts';
import { LESS_WORK } from '../support/less-work.ts';

const SECRET = 'a-secret-for-tests-of-32-characters-or-more';

/** Somebody with a session and so many things in the cart; without a name a guest. */
export interface Somebody {
  name: string | null;
  email: string;
  image: string | null;
  role: 'shopper' | 'admin';
  count: number;
}

export interface CallResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Demo shops as processes of their own, on one database. */
export interface Shops {
  database: TestDatabase;
  /** Shops that cache pages, and last one that renders each page anew. */
  running: RunningShop[];
  /** Returns the Cookie header of somebody new. */
  admit(somebody: Somebody): Promise<string>;
  close(): Promise<void>;
}

/** Opens one shop for each number: the size of its page cache in megabytes. */
export async function openShops(
  cacheMb: number[],
  env: Record<string, string> = {},
  through = async (place: { host: string; port: number }) => place,
): Promise<Shops> {
  const database = await createDemoDatabase();
  const place = await through(database.connection);
  const dataDir = await newDataFolder();
  const start = (megabytes: number) => {
    const settings = {
      DATABASE_URL: socketUrl({ ...database.connection, ...place }),
      BASE_URL: 'http://shop.test',
      AUTH_SECRET: SECRET,
      PAGE_CACHE_MB: String(megabytes),
      ...env,
    };
    return startShopProcess({ dataDir, env: settings, nodeArguments: LESS_WORK });
  };
  // The first one loads the demo shop unless the database has it, the others find it.
  const [first, ...others] = cacheMb;
  const running = first === undefined ? [] : [await start(first)];
  running.push(...(await Promise.all(others.map(start))));
  let people = 0;
  return {
    database,
    running,
    async admit({ name: personName, email, image, role, count }) {
      people += 1;
      const nr = people;
      const { pool } = database;
      const cartId = `crt_${nr}`;
      const cookies: string[] = [];
      if (personName === null) {
        const token = randomBytes(32).toString('base64url');
        const hash = createHash('sha256').update(token);
        await pool.query('insert into carts (id, token_hash) values ($1, $2)', [
          cartId,
          hash.digest('base64url'),
        ]);
        cookies.push(`shop.cart=${token}`);
      } else {
        const userId = `usr_${nr}`;
        const token = randomBytes(24).toString('base64url');
        await pool.query(
          'insert into users (id, name, email, image, role) values ($1, $2, $3, $4, $5)',
          [userId, personName, `${nr}.${email.toLowerCase()}`, image, role],
        );
        await pool.query(
          `insert into sessions (id, token, user_id, expires_at)
           values ($1, $2, $3, now() + interval '30 days')`,
          [`ses_${nr}`, token, userId],
        );
        await pool.query('insert into carts (id, user_id) values ($1, $2)', [cartId, userId]);
        const signature = createHmac('sha256', SECRET).update(token).digest('base64');
        cookies.push(`shop.session_token=${encodeURIComponent(`${token}.${signature}`)}`);
      }
      if (count > 0) {
        await pool.query(
          `insert into cart_lines (cart_id, variant_id, quantity, seen_price_minor)
           select $1, id, least(99, $2 - 99 * (nr - 1)), 0
           from (select id, row_number() over (order by id) as nr from variants) v
           where nr <= ceil($2 / 99.0)`,
          [cartId, count],
        );
      }
      return cookies.join('; ');
    },
    async close() {
      await Promise.all(running.map((shop) => shop.stop()));
      await database.close();
      await removeDataFolder(dataDir);
    },
  };
}

/** Asks as plainly as HTTP allows: nothing is decompressed, followed or remembered. */
export function ask(
  shop: RunningShop,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<CallResponse> {
  return new Promise((resolve, reject) => {
    const asked = request(`${shop.url}${path}`, { method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string>,
          body: Buffer.concat(parts),
        }),
      );
    });
    asked.on('error', reject).end();
  });
}
