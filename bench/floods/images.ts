import sharp from 'sharp';

/** Images of 40 megapixels, in the formats that take the most memory to decode. */
export async function hugeImages(): Promise<Buffer[]> {
  const side = 6_324;
  const channels = 3;
  const pixels = Buffer.alloc(side * side * channels);
  for (let i = 0; i < pixels.length; i += 1) pixels[i] = (i >> 12) & 255;
  const image = sharp(pixels, { raw: { width: side, height: side, channels } });
  const made = [
    await image
      .clone()
      .jpeg({ progressive: true, quality: 60, chromaSubsampling: '4:4:4' })
      .toBuffer(),
    await image.clone().png({ progressive: true, compressionLevel: 3 }).toBuffer(),
    await image.clone().webp({ quality: 50, effort: 0 }).toBuffer(),
    await image.clone().avif({ quality: 40, effort: 0 }).toBuffer(),
    await image.clone().gif({ effort: 1 }).toBuffer(),
    await image.clone().toColourspace('rgb16').png({ progressive: true }).toBuffer(),
  ];
  // Bytes after the end of an image are ignored, but change its hash.
  const again = (i: number) => made.map((file) => Buffer.concat([file, Buffer.from(`${i}`)]));
  return Array.from({ length: 5 }, (_, i) => again(i)).flat();
}

/** Photos of 12 megapixels, as from a phone, all different. */
export async function photos(count: number): Promise<Buffer[]> {
  const [width, height] = [4_000, 3_000];
  const pixels = Buffer.alloc(width * height * 3);
  for (let i = 0; i < pixels.length; i += 1)
    pixels[i] = ((i >> 5) + ((i * 2_654_435_761) >>> 27)) & 255;
  const photo = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();
  return Array.from({ length: count }, (_, i) =>
    Buffer.concat([photo, Buffer.from(`photo ${i} ${Date.now()}`)]),
  );
}
