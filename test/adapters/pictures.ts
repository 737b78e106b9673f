import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PicturesByName, PicturesPort } from '#adapters/pictures/port.ts';

/** What the suite can do beside the port. */
export interface PicturesUnderTest {
  pictures: PicturesPort;
  /** What is served at this address; null for nothing. */
  fetch(url: string): Promise<Buffer | null>;
  close(): Promise<void>;
}

/** A file of its own that holds this text. */
export const picture = (text: string, name = `${crypto.randomUUID()}-800.webp`) => ({
  name,
  bytes: Buffer.from(text),
  type: 'image/webp',
});

const BAD_NAMES = ['../secret.webp', 'a/b.webp', '.hidden', 'plain', 'a.webp\0', '', '..'];

/** What every place for pictures has to do. */
export function describePictures(name: string, open: () => Promise<PicturesUnderTest>): void {
  describe(`pictures in ${name}`, () => {
    let under: PicturesUnderTest;
    let pictures: PicturesPort;
    beforeAll(async () => {
      under = await open();
      pictures = under.pictures;
    });
    afterAll(() => under.close());

    test('are served as they came, at an address that begins as the port says', async () => {
      const { url } = await pictures.store(picture('all of it'));
      expect(url.startsWith(pictures.servedAt)).toBe(true);
      expect((await under.fetch(url))?.toString()).toBe('all of it');
    });

    test('have an address each', async () => {
      const [one, two] = [await pictures.store(picture('1')), await pictures.store(picture('2'))];
      expect(one.url).not.toBe(two.url);
      expect((await under.fetch(one.url))?.toString()).toBe('1');
      expect((await under.fetch(two.url))?.toString()).toBe('2');
    });

    test('are whole when they are stored many times at once under one name', async () => {
      const same = picture('x'.repeat(500_000));
      const stored = await Promise.all(Array.from({ length: 8 }, () => pictures.store(same)));
      for (const { url } of stored) expect((await under.fetch(url))?.length).toBe(500_000);
    });

    test.each(BAD_NAMES)('are not kept under the name %j', async (bad) => {
      await expect(pictures.store(picture('x', bad))).rejects.toThrow('no name for a file');
    });
  });
}

/** What those have to do beside that keep files by their names. */
export function describePicturesByName(name: string, open: () => Promise<PicturesUnderTest>): void {
  describe(`pictures by name in ${name}`, () => {
    let under: PicturesUnderTest;
    let pictures: PicturesPort;
    let byName: PicturesByName;
    beforeAll(async () => {
      under = await open();
      pictures = under.pictures;
      if (!pictures.byName) throw new Error(`${pictures.name} keeps no files by name.`);
      byName = pictures.byName;
    });
    afterAll(() => under.close());

    const later = () => new Date(Date.now() + 60_000);
    async function listed(before: Date): Promise<string[]> {
      const names: string[] = [];
      for await (const some of byName.list(before)) names.push(...some);
      return names;
    }

    test('are one file when they are stored many times, with an address that ends in the name', async () => {
      const same = picture('same');
      const stored = await Promise.all(Array.from({ length: 8 }, () => pictures.store(same)));
      expect(new Set(stored.map(({ url }) => url))).toEqual(
        new Set([`${pictures.servedAt}${same.name}`]),
      );
    });

    test('are gone when they are removed, also twice, and can come again', async () => {
      const again = picture('again');
      const { url } = await pictures.store(again);
      await byName.remove(again.name);
      expect(await under.fetch(url)).toBeNull();
      await byName.remove(again.name);
      await pictures.store(again);
      expect((await under.fetch(url))?.toString()).toBe('again');
    });

    test('are listed once they are older than that, each once, until they are removed', async () => {
      const early = new Date(Date.now() - 60_000);
      const files = Array.from({ length: 30 }, (_, i) => picture(`${i}`));
      await Promise.all(files.map((file) => pictures.store(file)));
      const names = files.map((file) => file.name);
      const found = await listed(later());
      expect(found.filter((one) => names.includes(one)).sort()).toEqual(names.sort());
      expect(await listed(early)).toEqual([]);
      await byName.remove(names[0] ?? '');
      expect(await listed(later())).not.toContain(names[0]);
    });

    test('are left alone when it is tidied up', async () => {
      const kept = picture('kept');
      const { url } = await pictures.store(kept);
      await byName.tidy(later());
      expect((await under.fetch(url))?.toString()).toBe('kept');
    });

    test.each(BAD_NAMES)('are not removed by the name %j', async (bad) => {
      await expect(byName.remove(bad)).rejects.toThrow('no name for a file');
    });
  });
}
