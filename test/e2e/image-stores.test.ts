import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  type RunningShop,
  removeDataFolder,
  startShopProcess,
} from '../../scripts/running-shop.ts';
import { fillInProduct, imageFile, signIn, watchedBrowser } from '../support/browser.ts';
import { newDemoFolder } from '../support/demo-folder.ts';
import { imagesOf } from '../support/images.ts';
import { IMGBB_KEY, startImgbbServer } from '../support/imgbb-server.ts';
import { startS3Server } from '../support/s3-server.ts';

// Images come from another origin than the pages here. What a page may not load is an error in
// the console, and fails the test.
const browser = watchedBrowser();

async function inShop(
  env: Record<string, string>,
  line: string,
  visit: (page: Page) => Promise<void>,
) {
  const dataDir = await newDemoFolder();
  let shop: RunningShop | undefined;
  try {
    shop = await startShopProcess({ dataDir, env });
    await visit(await browser.open({ baseURL: shop.url, extraHTTPHeaders: {} }));
    expect(shop.output()).toContain(line);
    expect(shop.output()).not.toContain(env.S3_SECRET_ACCESS_KEY ?? env.IMGBB_KEY);
  } finally {
    await shop?.stop();
    await removeDataFolder(dataDir);
  }
}

/** Adds a product with an image, and returns the address of what its card shows. */
async function imageOfNewProduct(page: Page): Promise<URL> {
  await signIn(page, 'admin@example.com');
  await fillInProduct(page, { name: 'Distant Parka', price: '89.90', category: 'Jersey' });
  await page.getByLabel('Image').setInputFiles(imageFile(await imagesOf.jpeg()));
  await page.getByText('Image uploaded successfully:').waitFor();
  const preview = page.locator('form img');
  const width = (image: typeof preview) =>
    image.evaluate((img: HTMLImageElement) => {
      img.scrollIntoView();
      return img.naturalWidth;
    });
  await expect.poll(() => width(preview)).toBeGreaterThan(0);
  await page.getByRole('main').getByRole('button', { name: 'Add Product' }).click();
  await page.getByRole('alert').getByText('Product added successfully!').waitFor();
  await page.goto('/jersey');
  const shown = page.getByRole('article').filter({ hasText: 'Distant Parka' }).locator('img');
  await expect.poll(() => width(shown)).toBeGreaterThan(0);
  return new URL(await shown.evaluate((img: HTMLImageElement) => img.currentSrc));
}

test('images in a bucket are shown from there, in the rendition that fits', async () => {
  const server = await startS3Server();
  const { bucket, region, accessKeyId, secretAccessKey, endpoint } = server.settings;
  const env = {
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  await inShop(env, `in S3, bucket ${bucket} at`, async (page) => {
    const { origin, pathname } = await imageOfNewProduct(page);
    expect(origin).toBe(server.url);
    expect(pathname).toMatch(/^\/shop-images\/uploads\/[0-9a-f]{32}-400\.avif$/);
  });
  await server.close();
});

test('images at ImgBB are shown from there', async () => {
  const server = await startImgbbServer();
  await inShop({ IMGBB_KEY, IMGBB_URL: server.api }, 'at ImgBB, ', async (page) => {
    expect(server.images.has((await imageOfNewProduct(page)).href)).toBe(true);
  });
  await server.close();
});
