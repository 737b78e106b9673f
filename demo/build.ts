import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bannerPicture, banners } from './art/banner.ts';
import { heroPicture } from './art/hero.ts';
import { productPicture } from './art/product-picture.ts';
import { catalogue } from './catalogue/index.ts';
import { pictureName } from './catalogue/pictures.ts';
import { productsCsv } from './products.ts';
import { filesOf, type Job, render } from './render.ts';
import { renderIcons, renderSocialPicture, SOCIAL_PICTURE } from './shop-pictures.ts';

/** Writes `products.csv` and renders every picture of the demo shop. */

const pictures = join(import.meta.dirname, '../public/pictures');
const kilobyte = 1000;

function jobs(): Job[] {
  const alike = (bytes: number) => ({ avif: bytes, webp: bytes });
  const sizes = {
    widths: [400, 800],
    budgets: [alike(12 * kilobyte), alike(30 * kilobyte)],
  };
  const products = catalogue.flatMap((product) =>
    (product.colours ?? [undefined]).map((colour) => ({
      ...sizes,
      name: pictureName(product, colour),
      svg: () => productPicture(product, colour),
    })),
  );
  const tiles = Object.entries(banners).map(([name, banner]) => ({
    ...sizes,
    name: `banner-${name}`,
    svg: () => bannerPicture(banner),
  }));
  const hero: Job = {
    name: 'hero',
    svg: heroPicture,
    widths: [720, 1200, 1600],
    // The small one is the first thing that a phone shows.
    budgets: [
      { avif: 12 * kilobyte, webp: 26 * kilobyte },
      alike(60 * kilobyte),
      alike(110 * kilobyte),
    ],
  };
  return [hero, ...tiles, ...products];
}

async function buildPictures(only: string | undefined): Promise<void> {
  await mkdir(pictures, { recursive: true });
  const all = jobs();
  if (!only) {
    const wanted = new Set([SOCIAL_PICTURE, ...all.flatMap(filesOf)]);
    const stale = (await readdir(pictures)).filter((file) => !wanted.has(file));
    await Promise.all(stale.map((file) => rm(join(pictures, file))));
  }
  const chosen = all.filter((job) => !only || job.name === only || job.name.startsWith(`${only}-`));
  if (chosen.length === 0) throw new Error(`no picture is called ${only}`);
  let bytes = 0;
  for (const job of chosen) bytes += await render(job, pictures);
  if (!only) {
    bytes += await renderSocialPicture(pictures);
    await renderIcons(join(pictures, '..'));
  }
  console.log(`${chosen.length} pictures, ${(bytes / kilobyte / kilobyte).toFixed(2)} MB`);
}

const { values } = parseArgs({ options: { only: { type: 'string' }, csv: { type: 'boolean' } } });
await writeFile(join(import.meta.dirname, 'products.csv'), productsCsv(catalogue));
if (!values.csv) await buildPictures(values.only);
