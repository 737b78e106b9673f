import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { heroImage } from './art/hero.ts';

/** The image of shared links: JPEG, because some programs support no newer format. */
export const SOCIAL_IMAGE = 'social-1200.jpg';

/** Crops the home page's image to the 1200 × 630 of a shared link; returns the bytes written. */
export async function renderSocialImage(folder: string): Promise<number> {
  const bytes = await sharp(Buffer.from(heroImage()))
    .removeAlpha()
    .resize({ width: 1200 })
    .extract({ left: 0, top: 60, width: 1200, height: 630 })
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
  await writeFile(join(folder, SOCIAL_IMAGE), bytes);
  return bytes.length;
}

/** The icons of home screens, from the same drawing as the browser tab's icon. */
export async function renderIcons(folder: string): Promise<void> {
  const drawing = await readFile(join(folder, 'favicon.svg'));
  // Phones round the corners themselves, and show black where an icon is transparent.
  const square = Buffer.from(drawing.toString().replace(' rx="14"', ''));
  const icons = [
    { name: 'apple-touch-icon', size: 180, svg: square },
    { name: 'icon-192', size: 192, svg: drawing },
    { name: 'icon-512', size: 512, svg: drawing },
  ];
  for (const { name, size, svg } of icons) {
    const image = sharp(svg, { density: (72 * size) / 64 }).resize(size, size);
    await writeFile(join(folder, `${name}.png`), await image.png({ palette: true }).toBuffer());
  }
}
