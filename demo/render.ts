import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';

/** One core is enough for this, and leaves the others free. */
sharp.concurrency(1);

const formats = ['avif', 'webp'] as const;
type Format = (typeof formats)[number];

export interface Job {
  /** File name without width and ending. */
  name: string;
  svg: () => string;
  widths: readonly number[];
  /** The most bytes of a file of each width. */
  budgets: readonly Record<Format, number>[];
}

const qualities: Record<Format, readonly number[]> = {
  avif: [55, 48, 40, 32],
  webp: [84, 76, 66, 54, 42],
};

function encode(image: Sharp, format: Format, quality: number): Promise<Buffer> {
  return format === 'avif'
    ? image.avif({ quality, effort: 3 }).toBuffer()
    : image.webp({ quality, effort: 5, smartSubsample: true }).toBuffer();
}

/** Encodes in the best quality within the budget. */
async function within(image: Sharp, format: Format, budget: number, file: string) {
  for (const quality of qualities[format]) {
    const bytes = await encode(image.clone(), format, quality);
    if (bytes.length <= budget) return bytes;
  }
  throw new Error(`${file} does not fit into ${budget} bytes`);
}

/** Draws one image and writes it in all widths and both formats; returns the bytes written. */
export async function render(job: Job, folder: string): Promise<number> {
  const drawn = await sharp(Buffer.from(job.svg()))
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer();
  let total = 0;
  for (const [index, width] of job.widths.entries()) {
    const image = sharp(drawn).resize({ width });
    for (const format of formats) {
      const file = `${job.name}-${width}.${format}`;
      const bytes = await within(image, format, job.budgets[index]?.[format] ?? 0, file);
      await writeFile(join(folder, file), bytes);
      total += bytes.length;
    }
  }
  return total;
}

export function filesOf(job: Job): string[] {
  return job.widths.flatMap((width) => formats.map((format) => `${job.name}-${width}.${format}`));
}
