import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PicturesPort } from '#adapters/pictures/port.ts';

/** What the suite can do beside the port. */
export interface PicturesUnderTest {
  pictures: PicturesPort;
  /** What is served at this address; null for nothing. */
  fetch(url: string): Promise<Buffer | null>;
  close(): Promise<void>;
}

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

    const file = (text: string, fileName = `${crypto.randomUUID()}-800.webp`) => ({
      name: fileName,
      bytes: Buffer.from(text),
      type: 'image/webp',
    });

    test('are served as they came, at an address that begins as the port says', async () => {
      const { url } = await pictures.store(file('all of it'));
      expect(url.startsWith(pictures.servedAt)).toBe(true);
      expect((await under.fetch(url))?.toString()).toBe('all of it');
    });

    test('have an address each', async () => {
      const [one, two] = [await pictures.store(file('1')), await pictures.store(file('2'))];
      expect(one.url).not.toBe(two.url);
      expect((await under.fetch(one.url))?.toString()).toBe('1');
      expect((await under.fetch(two.url))?.toString()).toBe('2');
    });

    test('are stored many times at once under one name and are whole', async () => {
      const same = file('x'.repeat(500_000));
      const stored = await Promise.all(Array.from({ length: 8 }, () => pictures.store(same)));
      expect(new Set(stored.map(({ url }) => url)).size).toBe(1);
      expect((await under.fetch(stored[0]?.url ?? ''))?.length).toBe(500_000);
    });

    test('are gone when they are removed, also twice, and can come again', async () => {
      const again = file('again');
      const { url } = await pictures.store(again);
      await pictures.remove(again.name);
      expect(await under.fetch(url)).toBeNull();
      await pictures.remove(again.name);
      await pictures.store(again);
      expect((await under.fetch(url))?.toString()).toBe('again');
    });

    test.each(['../secret.webp', 'a/b.webp', '.hidden', 'plain', 'a.webp\0', '', '..'])(
      'are not kept under the name %j',
      async (bad) => {
        await expect(pictures.store(file('x', bad))).rejects.toThrow();
        await expect(pictures.remove(bad)).rejects.toThrow();
      },
    );
  });
}
