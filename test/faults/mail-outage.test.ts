import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import {
  type RunningShop,
  removeDataFolder,
  startShopProcess,
} from '../../scripts/running-shop.ts';
import { newDemoFolder } from '../support/demo-folder.ts';
import { type SmtpFake, startSmtpFake } from '../support/fake-smtp.ts';

let server: SmtpFake;
let dataDir: string;
let running: RunningShop | null = null;

beforeAll(async () => {
  server = await startSmtpFake();
  dataDir = await newDemoFolder();
});
afterEach(async () => {
  await running?.stop();
  running = null;
  server.received.length = 0;
});
afterAll(async () => {
  await server.close();
  await removeDataFolder(dataDir);
});

async function startShop(): Promise<RunningShop> {
  const env = { SMTP_URL: server.url, MAIL_FROM: 'shop@shop.test' };
  running = await startShopProcess({ dataDir, env });
  return running;
}

async function write(shop: RunningShop, message: string): Promise<void> {
  const body = new URLSearchParams({ user_name: 'Ann', user_email: 'ann@example.com', message });
  const headers = { origin: shop.url, accept: 'text/html' };
  const response = await fetch(`${shop.url}/contact`, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
  });
  expect(response.status).toBe(302);
}

/** A query while no shop runs. */
async function ask<Row extends object>(statement: string): Promise<Row[]> {
  const postgres = await startEmbeddedPostgres({ dataDir, projectRoot: process.cwd() });
  const client = new pg.Client(postgres.connection);
  try {
    await client.connect();
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
    await postgres.stop();
  }
}

/** Time goes by: whatever is tried again later is due now. */
const letTimePass = () => ask('update outbox set send_after = now() where sent_at is null');

test('a contact message outlives a mail outage and kill -9, and arrives once [1.18]', async () => {
  await server.goAway();
  const shop = await startShop();
  await write(shop, 'Through fire and water');
  await expect.poll(() => shop.output()).toContain('mail.failed');
  await shop.kill();
  expect(await letTimePass()).toEqual([]);
  await server.comeBack();

  await startShop();
  await expect.poll(() => server.received.length).toBe(1);
  expect(server.received[0]?.text).toContain('Through fire and water');
  await running?.stop();
  running = null;
  const [row] = await ask<{ attempts: number; sent_at: Date; last_error: string | null }>(
    'select attempts, sent_at, last_error from outbox',
  );
  expect(row).toMatchObject({ attempts: 2, last_error: null });
  expect(row?.sent_at).toBeInstanceOf(Date);
  expect(server.received).toHaveLength(1);
});

test('killed between sending and noting it, the shop sends again under the same Message-ID', async () => {
  server.failNext('silent');
  const shop = await startShop();
  await write(shop, 'Half-way through');
  await expect.poll(() => server.received.length).toBe(1);
  await shop.kill();
  await letTimePass();

  await startShop();
  await expect.poll(() => server.received.length).toBe(2);
  const ids = server.received.map(({ messageId }) => messageId);
  expect(ids[0]).toMatch(/^<msg_\w+@shop\.test>$/);
  expect(ids[1]).toBe(ids[0]);
});
