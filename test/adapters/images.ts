import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImagesByName, ImagesPort } from '#adapters/images/port.ts';

/** What the suite can do beside the port. */
export interface ImagesUnderTest {
  images: ImagesPort;
  /** What is served at this address; null for nothing. */
  fetch(url: string): Promise<Buffer | null>;
  close(): Promise<void>;
}

/** A file of its own that holds this text. */
export const image = (text: string, name = `${crypto.randomUUID()}-800.webp`) => ({
  name,
  bytes: Buffer.from(text),
  type: 'image/webp',
});

/** What a call failed with, and the cause of that; '' when it did not fail. */
export async function failureOf(call: Promise<unknown> | undefined): Promise<string> {
  const error = await call?.then(
    () => null,
    (reason: Error) => reason,
  );
  return error ? `${error.message} ${error.cause}` : '';
}

const BAD_NAMES = ['../secret.webp', 'a/b.webp', '.hidden', 'plain', 'a.webp\0', '', '..'];

/** What every place for images has to do. */
export function describeImages(name: string, open: () => Promise<ImagesUnderTest>): void {
  describe(`images in ${name}`, () => {
    let under: ImagesUnderTest;
    let images: ImagesPort;
    beforeAll(async () => {
      under = await open();
      images = under.images;
    });
    afterAll(() => under.close());

    test('are served as they came, at an address that begins as the port says', async () => {
      const { url } = await images.store(image('all of it'));
      expect(url.startsWith(images.servedAt)).toBe(true);
      expect((await under.fetch(url))?.toString()).toBe('all of it');
    });

    test('have an address each', async () => {
      const [one, two] = [await images.store(image('1')), await images.store(image('2'))];
      expect(one.url).not.toBe(two.url);
      expect((await under.fetch(one.url))?.toString()).toBe('1');
      expect((await under.fetch(two.url))?.toString()).toBe('2');
    });

    test('are whole when they are stored many times at once under one name', async () => {
      const same = image('x'.repeat(500_000));
      const stored = await Promise.all(Array.from({ length: 8 }, () => images.store(same)));
      for (const { url } of stored) expect((await under.fetch(url))?.length).toBe(500_000);
    });

    test.each(BAD_NAMES)('are not kept under the name %j', async (bad) => {
      await expect(images.store(image('x', bad))).rejects.toThrow('no name for a file');
    });
  });
}

/** What those have to do beside that keep files by their names. */
export function describeImagesByName(name: string, open: () => Promise<ImagesUnderTest>): void {
  describe(`images by name in ${name}`, () => {
    let under: ImagesUnderTest;
    let images: ImagesPort;
    let byName: ImagesByName;
    beforeAll(async () => {
      under = await open();
      images = under.images;
      if (!images.byName) throw new Error(`${images.name} keeps no files by name.`);
      byName = images.byName;
    });
    afterAll(() => under.close());

    const later = () => new Date(Date.now() + 60_000);
    async function listed(before: Date): Promise<string[]> {
      const names: string[] = [];
      for await (const some of byName.list(before)) names.push(...some);
      return names;
    }

    test('are one file when they are stored many times, with an address that ends in the name', async () => {
      const same = image('same');
      const stored = await Promise.all(Array.from({ length: 8 }, () => images.store(same)));
      expect(new Set(stored.map(({ url }) => url))).toEqual(
        new Set([`${images.servedAt}${same.name}`]),
      );
    });

    test('are gone when they are removed, also twice, and can come again', async () => {
      const again = image('again');
      const { url } = await images.store(again);
      await byName.remove(again.name);
      expect(await under.fetch(url)).toBeNull();
      await byName.remove(again.name);
      await images.store(again);
      expect((await under.fetch(url))?.toString()).toBe('again');
    });

    test('are listed once they are older than that, each once, until they are removed', async () => {
      const early = new Date(Date.now() - 60_000);
      const files = Array.from({ length: 30 }, (_, i) => image(`${i}`));
      await Promise.all(files.map((file) => images.store(file)));
      const names = files.map((file) => file.name);
      const found = await listed(later());
      expect(found.filter((one) => names.includes(one)).sort()).toEqual(names.sort());
      expect(await listed(early)).toEqual([]);
      await byName.remove(names[0] ?? '');
      expect(await listed(later())).not.toContain(names[0]);
    });

    test('are left alone when it is tidied up', async () => {
      const kept = image('kept');
      const { url } = await images.store(kept);
      await byName.tidy(later());
      expect((await under.fetch(url))?.toString()).toBe('kept');
    });

    test.each(BAD_NAMES)('are not removed by the name %j', async (bad) => {
      await expect(byName.remove(bad)).rejects.toThrow('no name for a file');
    });
  });
}
