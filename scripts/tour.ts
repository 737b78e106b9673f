import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { withTemporaryShop } from './temporary-shop.ts';
import { writeGallery } from './tour/gallery.ts';
import { guestScenes } from './tour/guest-scenes.ts';
import { memberScenes } from './tour/member-scenes.ts';
import { peopleOf } from './tour/people.ts';
import type { Scene } from './tour/scene.ts';
import { pagesNotSeen } from './tour/seen-pages.ts';

// npm run tour [-- console]: photographs every page and state of freshly started demo shops, narrow and
// wide, light and dark, into tour/, with an index.html that shows them side by side. With a word, only
// the scenes whose names begin with it; without, a page that no scene shows is an error.

const FOLDER = 'tour';
const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const SCHEMES = ['light', 'dark'] as const;

await rm(FOLDER, { recursive: true, force: true });
for (const { width } of SIZES) {
  for (const scheme of SCHEMES)
    await mkdir(join(FOLDER, `${width}-${scheme}`), { recursive: true });
}

const shops: { scenes: Scene[]; env: Record<string, string> }[] = [
  { scenes: memberScenes, env: {} },
  { scenes: guestScenes, env: { SHOP_ACCESS: 'public', GUEST_CHECKOUT: 'on' } },
];
const [start = ''] = process.argv.slice(2);
const taken: string[] = [];
let count = 0;
const seen = new Set<string>();
const browser = await launchChromium();
try {
  for (const { scenes, env } of shops) {
    const chosen = scenes.filter(({ name }) => name.startsWith(start));
    if (chosen.length > 0) await withTemporaryShop((shop) => photographAll(shop.url, chosen), env);
  }
} finally {
  await browser.close();
}
await writeGallery(FOLDER, taken);
console.log(`${taken.length} images: ${FOLDER}/index.html`);
const missing = start ? [] : pagesNotSeen(seen);
if (missing.length > 0) {
  process.exitCode = 1;
  console.error(`No scene shows these pages: ${missing.join(', ')}`);
}

/** Photographs scenes of a shop one after the other. One that can't be reached is left out. */
async function photographAll(url: string, chosen: Scene[]): Promise<void> {
  const people = await peopleOf(browser, url);
  for (const scene of chosen) {
    const page = people[scene.who];
    try {
      await scene.reach(page, url);
      seen.add(page.url());
      count += 1;
      const name = `${String(count).padStart(3, '0')}-${scene.name}`;
      taken.push(...(await photograph(page, name, scene)));
    } catch (error) {
      process.exitCode = 1;
      console.error(`${scene.name} could not be reached: ${(error as Error).message}`);
    }
  }
  for (const page of Object.values(people)) await page.context().close();
}

/** Photographs a page in every size and color scheme. */
async function photograph(page: Page, name: string, scene: Scene): Promise<string[]> {
  const paths: string[] = [];
  // A button under the pointer would look hovered.
  await page.mouse.move(0, 0);
  const sizes = SIZES.filter(({ width }) => width <= (scene.widestWidth ?? Infinity));
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(loadImages);
      const path = `${size.width}-${colorScheme}/${name}.png`;
      // A panel on top of a page is as large as the window.
      await page.screenshot({ path: join(FOLDER, path), fullPage: !scene.onTop });
      paths.push(path);
    }
  }
  return paths;
}

/** Runs in the page: loads the images that would wait for scrolling. */
async function loadImages(): Promise<void> {
  // Else what stays at the top of the window is in the middle of the page.
  scrollTo(0, 0);
  const images = [...document.images];
  for (const image of images) image.loading = 'eager';
  await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
  await document.fonts.ready;
}
