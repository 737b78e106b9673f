import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { withTemporaryShop } from './temporary-shop.ts';
import { writeGallery } from './tour/gallery.ts';
import { peopleOf } from './tour/people.ts';
import type { Scene } from './tour/scene.ts';
import { scenes } from './tour/scenes.ts';

// npm run tour [-- console]: photographs every page and state of a freshly started demo shop, narrow
// and wide, light and dark, into tour/, with an index.html that shows them side by side. With a word,
// only the scenes whose names begin with it.

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

const [start = ''] = process.argv.slice(2);
const chosen = scenes.filter(({ name }) => name.startsWith(start));
const taken: string[] = [];
await withTemporaryShop(async (shop) => {
  const browser = await launchChromium();
  try {
    const people = await peopleOf(browser, shop.url);
    for (const [index, scene] of chosen.entries()) {
      const name = `${String(index + 1).padStart(2, '0')}-${scene.name}`;
      try {
        const page = people[scene.who];
        await scene.reach(page, shop.url);
        taken.push(...(await photograph(page, name, scene)));
      } catch (error) {
        process.exitCode = 1;
        console.error(`${name} could not be reached: ${(error as Error).message}`);
      }
    }
  } finally {
    await browser.close();
  }
});
await writeGallery(FOLDER, taken);
console.log(`${taken.length} images of ${chosen.length} scenes: ${FOLDER}/index.html`);

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
  const images = [...document.images];
  for (const image of images) image.loading = 'eager';
  await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
  await document.fonts.ready;
}
