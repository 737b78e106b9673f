import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { findRefusal } from '#shared/errors.ts';

/** A server that is reached like PostgreSQL and responds with something else. */
let server: Server;
let database: Database;
let responses: Buffer[];
beforeEach(async () => {
  const sockets = new Set<Socket>();
  server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    const waiting = [...responses];
    socket.on('data', () => socket.write(waiting.shift() ?? ''));
  });
  server.on('close', () => sockets.forEach((socket) => void socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const one = { host: '127.0.0.1', port, user: 'shop', password: 'shop', database: 'shop' };
  database = openDatabase(one, { statementMs: 1_000 });
});
afterEach(async () => {
  await database.close();
  server.close();
});

function message(type: string, ...body: number[]): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}
const signedIn = Buffer.concat([message('R', 0, 0, 0, 0), message('Z', 'I'.charCodeAt(0))]);

test.each([
  { what: 'a way to sign in that the driver does not know', sends: [message('R', 0, 0, 0, 7)] },
  { what: 'a row that is cut off', sends: [signedIn, message('D', 0, 9, 0, 0, 0, 99)] },
])('$what is an outage of the database, and the process goes on', async ({ sends }) => {
  responses = sends;
  const failure = await database.pool.query('select 1').catch((error: unknown) => error);
  expect(findRefusal(failure)).toMatchObject({ code: 'unavailable', status: 503 });
  await expect(database.ping()).rejects.toThrow();
});
