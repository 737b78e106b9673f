import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import {
  crumbledForms,
  stalledForms,
  unfinishedHeaders,
  uploads,
} from '../../bench/floods/floods.ts';
import { newDataFolder, removeDataFolder, startShopProcess } from '../../scripts/running-shop.ts';

/** What docs/operations.md says of the shop's process. */
const MAX_MB = 375;

const dataDir = await newDataFolder();
// Compiled code that is kept on disk takes memory, and a shop that people start has none.
const env = { TRUSTED_PROXIES: '127.0.0.1,::1', NODE_DISABLE_COMPILE_CACHE: '1' };
const shop = await startShopProcess({ dataDir, env });
afterAll(async () => {
  await shop.stop();
  await removeDataFolder(dataDir);
});

/** The most memory that the shop's process has had so far. Only Linux keeps note of it. */
function peakMb(): number {
  const status = readFileSync(`/proc/${shop.process.pid}/status`, 'utf8');
  return (Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1]) * 1024) / 1e6;
}

const onLinux = test.runIf(process.platform === 'linux');

onLinux('an image that takes 300 MB to decode takes none of the shop itself', async () => {
  const create = { width: 6_300, height: 6_300, channels: 3, background: '#7788aa' } as const;
  const jpeg = { progressive: true, quality: 50, chromaSubsampling: '4:4:4' };
  const image = await sharp({ create }).jpeg(jpeg).toBuffer();
  expect(await uploads(1, 1, [image])(shop.url)).toEqual({ 201: 1 });
  expect(peakMb()).toBeLessThan(MAX_MB);
});

onLinux(
  'forms in crumbs, and forms and headers without an end, take no more than is documented',
  async () => {
    await crumbledForms(60, 500)(shop.url);
    await unfinishedHeaders(2_000, 500)(shop.url);
    await stalledForms(4_000, 500)(shop.url);
    expect(peakMb()).toBeLessThan(MAX_MB);
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
  },
);
