import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { HERO_WIDTHS, IMAGE_WIDTHS } from '#shared/renditions.ts';
import { bannerImage, banners } from './art/banner.ts';
import { heroImage } from './art/hero.ts';
import { productImage } from './art/product-image.ts';
import { imageName } from './catalog/images.ts';
import { catalog } from './catalog/index.ts';
import { productsCsv } from './products.ts';
import { filesOf, type Job, render } from './render.ts';
import { renderIcons, renderSocialImage, SOCIAL_IMAGE } from './shop-images.ts';

/** Writes `products.csv` and renders every image of the demo shop. */

const images = join(import.meta.dirname, '../public/pictures');
const kilobyte = 1000;

function jobs(): Job[] {
  const alike = (bytes: number) => ({ avif: bytes, webp: bytes });
  const sizes = {
    widths: IMAGE_WIDTHS,
    budgets: [alike(12 * kilobyte), alike(30 * kilobyte)],
  };
  const products = catalog.flatMap((product) =>
    (product.colors ?? [undefined]).map((color) => ({
      ...sizes,
      name: imageName(product, color),
      svg: () => productImage(product, color),
    })),
  );
  const tiles = Object.entries(banners).map(([name, banner]) => ({
    ...sizes,
    name: `banner-${name}`,
    svg: () => bannerImage(banner),
  }));
  const hero: Job = {
    name: 'hero',
    svg: heroImage,
    widths: HERO_WIDTHS,
    // Phones show the small one first.
    budgets: [
      { avif: 12 * kilobyte, webp: 26 * kilobyte },
      alike(60 * kilobyte),
      alike(110 * kilobyte),
    ],
  };
  return [hero, ...tiles, ...products];
}

async function buildImages(only: string | undefined): Promise<void> {
  await mkdir(images, { recursive: true });
  const all = jobs();
  if (!only) {
    const wanted = new Set([SOCIAL_IMAGE, ...all.flatMap(filesOf)]);
    const stale = (await readdir(images)).filter((file) => !wanted.has(file));
    await Promise.all(stale.map((file) => rm(join(images, file))));
  }
  const chosen = all.filter((job) => !only || job.name === only || job.name.startsWith(`${only}-`));
  if (chosen.length === 0) throw new Error(`no image is called ${only}`);
  let bytes = 0;
  for (const job of chosen) bytes += await render(job, images);
  if (!only) {
    bytes += await renderSocialImage(images);
    await renderIcons(join(images, '..'));
  }
  console.log(`${chosen.length} images, ${(bytes / kilobyte / kilobyte).toFixed(2)} MB`);
}

const { values } = parseArgs({ options: { only: { type: 'string' }, csv: { type: 'boolean' } } });
await writeFile(join(import.meta.dirname, 'products.csv'), productsCsv(catalog));
if (!values.csv) await buildImages(values.only);
