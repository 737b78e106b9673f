import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import {
  type RunningShop,
  removeDataFolder,
  startShopProcess,
} from '../../scripts/running-shop.ts';
import { newDemoFolder } from '../support/demo-folder.ts';
import { imageForm, noise } from '../support/images.ts';
import { startS3Server } from '../support/s3-server.ts';
import { queryShop } from '../support/shop-database.ts';

const FILES = 6;
/** The names that an image may have: those of admins may have a larger one for zooming. */
const NAMES = FILES + 1;
const dataDir = await newDemoFolder();
const server = await startS3Server();
const { bucket, region, accessKeyId, secretAccessKey, endpoint } = server.settings;
const env: Record<string, string> = {
  S3_BUCKET: bucket,
  S3_REGION: region,
  S3_ENDPOINT: endpoint,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
};
afterAll(async () => {
  await server.close();
  await removeDataFolder(dataDir);
});

const start = async (settings = env) => {
  const shop = await startShopProcess({ dataDir, env: settings });
  // A failure leaves none behind.
  onTestFinished(() => shop.stop());
  return shop;
};
const send = (shop: RunningShop, bytes: Buffer) =>
  fetch(`${shop.url}/uploads`, {
    method: 'POST',
    headers: { origin: shop.url },
    body: imageForm(bytes),
  });
const uploads = () => queryShop<{ url: string | null }>('select * from uploads', [], dataDir);

test('a shop that is killed while it stores or removes an image shows no half of it, and gets over it', async () => {
  const bytes = await noise(300, 200).jpeg().toBuffer();

  // Some of the files arrive, the others never do.
  let shop = await start();
  server.asked.length = 0;
  server.fail('hang');
  const lost = send(shop, bytes).catch(() => 'lost');
  const sent = () => server.asked.filter(({ method }) => method === 'PUT').length;
  await expect.poll(sent).toBe(FILES);
  await shop.kill();
  expect(await lost).toBe('lost');
  server.recover();
  shop = await start();
  expect(await uploads()).toMatchObject([{ url: null, used_at: null }]);
  expect((await send(shop, bytes)).status).toBe(201);
  expect(server.objects.size).toBe(FILES);

  // It is to be removed now; the store stops responding in the middle.
  await queryShop("update uploads set created_at = now() - interval '2 days'", [], dataDir);
  await shop.stop();
  server.fail('hang');
  server.asked.length = 0;
  shop = await start();
  const asked = () => server.asked.filter(({ method }) => method === 'DELETE').length;
  await expect.poll(asked).toBe(NAMES);
  await shop.kill();
  server.recover();
  expect(server.objects.size).toBe(FILES);

  // The next process finds it, once the one before can't be at it any more.
  const folder = join(dataDir, 'uploads');
  const draft = join(folder, `.${'a'.repeat(32)}-800.webp.0123456789ab`);
  await writeFile(draft, 'half a file');
  const yesterday = new Date(Date.now() - 86_400_000);
  await utimes(draft, yesterday, yesterday);
  shop = await start();
  expect(await uploads()).toMatchObject([{ url: null, removing_at: expect.any(Date) }]);
  const longAgo = "update uploads set removing_at = now() - interval '6 minutes'";
  await queryShop(longAgo, [], dataDir);
  await shop.stop();
  shop = await start();
  await expect.poll(() => server.objects.size).toBe(0);
  await expect.poll(uploads).toEqual([]);
  await shop.stop();

  // Drafts are those of a disk.
  const onDisk = await start({});
  await expect.poll(() => readdir(folder)).toEqual([]);
  expect((await send(onDisk, bytes)).status).toBe(201);
  expect(await readdir(folder)).toHaveLength(FILES);
  await onDisk.stop();
});
