import type { Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, inject, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import { imageFile, overflowOf, register, watchedBrowser } from '../support/browser.ts';
import { imageForm, imagesOf, noise, pngOf } from '../support/images.ts';

const browser = watchedBrowser();
const desktop = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 800 } };
const DONE = 'Image uploaded successfully:';

const imageField = (page: Page) => page.getByLabel('Profile image');
const submit = (page: Page) => page.getByRole('button', { name: 'Register' });
let people = 0;

async function fillIn(page: Page, name = 'Paula Pictured') {
  people += 1;
  await page.goto('/register');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(`pictured.${people}@example.com`);
  await page.getByLabel('Password').fill('wandering-heron-42');
}

/** Holds every upload of the page up until it is let go or dropped. */
async function heldUploads(page: Page) {
  const held: Route[] = [];
  await page.route('**/uploads', (route) => {
    held.push(route);
  });
  const next = async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    return held.shift() as Route;
  };
  return {
    arrived: (count: number) => expect.poll(() => held.length).toBe(count),
    letGo: async () => (await next()).continue(),
    drop: async () => (await next()).abort(),
  };
}

const avatar = (page: Page) => page.getByRole('banner').locator('button img');
const loads = (page: Page, selector: string) =>
  expect
    .poll(() =>
      page.locator(selector).evaluate((image: HTMLImageElement) => image.naturalWidth > 0),
    )
    .toBe(true);

describe.each([
  ['1280 px', desktop],
  ['390 px', phone],
])('registering at %s', (_, size) => {
  test('shows the image while and after it is uploaded, and as the avatar [1.17, 4.36, 4.37, 5.7, 8.3, 8.4]', async () => {
    const page = await browser.open(size);
    const uploads = await heldUploads(page);
    await fillIn(page);
    const before = await submit(page).boundingBox();
    await imageField(page).setInputFiles(imageFile(await imagesOf.jpeg(), 'me.jpg'));
    await page.getByText('Uploading image...').waitFor();
    expect(await submit(page).isDisabled()).toBe(true);
    await page.getByLabel('Email').press('Enter');
    expect(new URL(page.url()).pathname).toBe('/register');
    await uploads.letGo();
    await page.getByText(DONE).waitFor();
    expect(await page.getByText('Uploading image...').count()).toBe(0);
    expect(await submit(page).isEnabled()).toBe(true);
    await loads(page, 'form img');
    expect(await submit(page).boundingBox()).toEqual(before);
    expect(await overflowOf(page)).toBe(0);

    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'View Image' }).click();
    const image = await opened;
    await image.waitForLoadState();
    expect(image.url()).toMatch(/\/uploads\/[0-9a-f]{32}-800\.webp$/);
    const shown = () => image.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth);
    expect(await shown()).toBe(800);
    await image.close();

    await submit(page).click();
    await page.waitForURL((url) => url.pathname === '/');
    await loads(page, 'header button img');
    const box = await avatar(page).boundingBox();
    expect([box?.width, box?.height]).toEqual([28, 28]);
    expect(await avatar(page).getAttribute('alt')).toBe('');
    expect(await overflowOf(page)).toBe(0);
  });

  test('an upload that fails says so, keeps the form from being sent, and can be tried again [8.5]', async () => {
    const page = await browser.open(size);
    const uploads = await heldUploads(page);
    await fillIn(page);
    await imageField(page).setInputFiles(imageFile(await imagesOf.png()));
    await uploads.drop();
    const sentence = 'The image could not be uploaded. Please check your connection and try again.';
    await page.getByText(sentence).last().waitFor();
    expect(await imageField(page).getAttribute('aria-invalid')).toBe('true');
    await submit(page).click();
    expect(new URL(page.url()).pathname).toBe('/register');
    expect(await imageField(page).evaluate((el) => el === document.activeElement)).toBe(true);
    expect(await overflowOf(page)).toBe(0);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Uploading image...').waitFor();
    await uploads.letGo();
    await page.getByText(DONE).waitFor();
    expect(await page.getByText(sentence).count()).toBe(0);
    await submit(page).click();
    await page.waitForURL((url) => url.pathname === '/');
    await avatar(page).waitFor();
  });
});

test('no state of the field breaks WCAG 2.2 AA in light and in the dark', async () => {
  const page = await browser.open({ viewport: { width: 320, height: 700 } });
  const uploads = await heldUploads(page);
  const found: string[] = [];
  const look = async (state: string) => {
    found.push(...(await violationsInBoth(page, state)));
    expect([state, await overflowOf(page)]).toEqual([state, 0]);
  };
  await page.goto('/register');
  await imageField(page).setInputFiles(imageFile(await imagesOf.jpeg()));
  await page.getByText('Uploading image...').waitFor();
  await look('uploading');
  await uploads.drop();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await look('failed');
  await page.getByRole('button', { name: 'Try again' }).click();
  await uploads.letGo();
  await page.getByText(DONE).waitFor();
  await look('done');
  expect(found).toEqual([]);
});

describe('the profile image', () => {
  test('is required [5.6]', async () => {
    const page = await browser.open(desktop);
    await fillIn(page);
    await submit(page).click();
    await page.getByText('A profile image is needed.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/register');
  });

  test.each([
    ['a page', imageFile(Buffer.from('<html>'), 'me.png'), /not a JPEG, PNG, WebP, AVIF or GIF/],
    ['9 MB', imageFile(Buffer.alloc(9 * 1024 ** 2), 'me.png'), /larger than 8 MB/],
    ['a bomb', imageFile(pngOf(30_000, 30_000)), /more than 40 megapixels/],
  ])(
    'that is %s is refused with a sentence, and another takes its place',
    async (_, file, said) => {
      const page = await browser.open(phone);
      await fillIn(page);
      await imageField(page).setInputFiles(file);
      await page.getByText(said).last().waitFor();
      await imageField(page).setInputFiles(imageFile(await imagesOf.gif(), 'me.gif'));
      await page.getByText(DONE).waitFor();
      expect(await page.getByText(said).count()).toBe(0);
    },
  );

  test('of two that are chosen one after the other is the second', async () => {
    const page = await browser.open(desktop);
    const uploads = await heldUploads(page);
    await fillIn(page);
    await imageField(page).setInputFiles(imageFile(await imagesOf.jpeg()));
    await uploads.arrived(1);
    await imageField(page).setInputFiles(imageFile(await noise(90, 60).png().toBuffer()));
    await uploads.arrived(2);
    await uploads.letGo().catch(() => {}); // The page has given the first one up.
    await uploads.letGo();
    await page.getByText(DONE).waitFor();
    const url = await page.getByRole('link', { name: 'View Image' }).getAttribute('href');
    const response = await fetch(`${inject('shopUrl')}${url}`);
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ width: 90 });
  });

  test('that was chosen before the script had come is uploaded once', async () => {
    const page = await browser.open(desktop);
    const uploads = await heldUploads(page);
    let wakeUp = () => {};
    const asleep = new Promise<void>((done) => {
      wakeUp = done;
    });
    await page.route('**/assets/*.js', async (route) => {
      await asleep;
      await route.continue();
    });
    await page.goto('/register', { waitUntil: 'commit' });
    await imageField(page).setInputFiles(imageFile(await imagesOf.jpeg()));
    wakeUp();
    await page.getByText('Uploading image...').waitFor();
    // Heard of again, as when the browser tells the choice while the page wakes up.
    await imageField(page).dispatchEvent('change', { bubbles: true });
    await page.waitForLoadState('load');
    await uploads.arrived(1);
    await uploads.letGo();
    await page.getByText(DONE).waitFor();
    await uploads.arrived(0);
  });

  test('stays when the form comes back with a mistake', async () => {
    const page = await browser.open(desktop);
    await fillIn(page);
    await page.getByLabel('Email').fill('shopper@example.com');
    await imageField(page).setInputFiles(imageFile(await imagesOf.jpeg()));
    await submit(page).click();
    await page.getByRole('alert').waitFor();
    await page.getByText(DONE).waitFor();
    await page.getByLabel('Email').fill('somebody.else@example.com');
    await page.getByLabel('Password').fill('wandering-heron-42');
    await submit(page).click();
    await page.waitForURL((url) => url.pathname === '/');
    await avatar(page).waitFor();
  });
});

describe('an upload', () => {
  const chosen = async () => imageFile(await noise(2_000, 1_500).jpeg({ quality: 90 }).toBuffer());
  const failed = async (page: Page, sentence: string | RegExp) => {
    await page.getByText(sentence).last().waitFor();
    expect(await imageField(page).getAttribute('aria-invalid')).toBe('true');
    expect(await submit(page).isEnabled()).toBe(true);
  };
  const tryAgain = async (page: Page) => {
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(DONE).waitFor();
  };
  const UNREACHABLE = /could not be uploaded\. Please check your connection and try again\./;

  test('over a slow connection shows how far it is', async () => {
    const page = await browser.open(phone);
    await fillIn(page);
    const session = await page.context().newCDPSession(page);
    const link = { offline: false, latency: 100, downloadThroughput: -1 };
    await session.send('Network.emulateNetworkConditions', { ...link, uploadThroughput: 500_000 });
    await imageField(page).setInputFiles(await chosen());
    const bar = page.getByRole('progressbar', { name: 'Uploaded' });
    const seen = new Set<number>();
    await expect
      .poll(
        async () => {
          seen.add(await bar.evaluate((el: HTMLProgressElement) => el.value, { timeout: 1_000 }));
          return [...seen].filter((value) => value > 0 && value < 1).length;
        },
        { interval: 100, timeout: 10_000 },
      )
      .toBeGreaterThan(1);
    expect([...seen]).toEqual([...seen].sort((a, b) => a - b));
    expect(await submit(page).isDisabled()).toBe(true);
    await session.send('Network.emulateNetworkConditions', { ...link, uploadThroughput: -1 });
    await page.getByText(DONE).waitFor();
    expect(await bar.count()).toBe(0);
  });

  test('without a connection fails, and is tried again when there is one [8.5]', async () => {
    const page = await browser.open(desktop);
    await fillIn(page);
    await page.context().setOffline(true);
    await imageField(page).setInputFiles(await chosen());
    await failed(page, UNREACHABLE);
    await page.context().setOffline(false);
    await tryAgain(page);
  });

  test('that nobody responds to any more is given up', async () => {
    const page = await browser.open(desktop);
    await page.clock.install();
    const uploads = await heldUploads(page);
    await fillIn(page);
    await imageField(page).setInputFiles(await chosen());
    await uploads.arrived(1);
    await page.clock.fastForward(120_000);
    expect(await page.getByText('Uploading image...').count()).toBe(1);
    await page.clock.fastForward(20_000);
    await failed(page, UNREACHABLE);
    await uploads.drop().catch(() => {}); // The page has given it up.
    await page.getByRole('button', { name: 'Try again' }).click();
    await uploads.letGo();
    await page.getByText(DONE).waitFor();
  });

  test('that something before the shop responds with a page fails', async () => {
    const page = await browser.open({ ...desktop, expects: [/^502 /] });
    await page.route(
      '**/uploads',
      (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway' }),
      { times: 1 },
    );
    await fillIn(page);
    await imageField(page).setInputFiles(await chosen());
    await failed(page, UNREACHABLE);
    await tryAgain(page);
  });

  test('of one too many in an hour says so', async () => {
    const page = await browser.open(phone);
    await page.goto('/register');
    for (let i = 0; i < 20; i += 1) {
      const body = await noise(8, 8).png().toBuffer();
      const multipart = { image: { name: 'a.png', mimeType: 'image/png', buffer: body } };
      const headers = { origin: inject('shopUrl') };
      const response = await page.request.post('/uploads', { multipart, headers });
      expect(response.status()).toBe(201);
    }
    await fillIn(page);
    await imageField(page).setInputFiles(await chosen());
    await failed(
      page,
      'You have uploaded too many images in an hour. Please use some of them, or wait a while.',
    );
  });
});

describe('without script', () => {
  const scriptless = { ...phone, javaScriptEnabled: false };

  test('the register form brings the file itself', async () => {
    const page = await browser.open(scriptless);
    await register(page, 'Nils Noscript');
    await avatar(page).waitFor();
  });

  test('what is no image is refused in the form, and what was right is kept', async () => {
    const page = await browser.open(scriptless);
    await fillIn(page, 'Nele Noscript');
    await imageField(page).setInputFiles(imageFile(Buffer.from('<html>')));
    await submit(page).click();
    await page.getByText(/not a JPEG, PNG, WebP, AVIF or GIF/).waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Nele Noscript');
    // Now an image, and a password that is too common.
    await imageField(page).setInputFiles(imageFile(await imagesOf.webp()));
    await page.getByLabel('Password').fill('password123');
    await submit(page).click();
    await page.getByText(DONE).waitFor();
    await page.getByLabel('Password').fill('wandering-heron-42');
    await submit(page).click();
    await page.waitForURL((url) => url.pathname === '/');
    await avatar(page).waitFor();
  });

  test('a file of 9 MB brings the form back with a sentence', async () => {
    const page = await browser.open(scriptless);
    await fillIn(page);
    await imageField(page).setInputFiles(imageFile(Buffer.alloc(9 * 1024 ** 2, 'x')));
    await submit(page).click();
    await page.getByText(/larger than 8 MB/).waitFor();
    expect(new URL(page.url()).pathname).toBe('/register');
  });
});

test('an uploaded image is kept by browsers for good, as what it is', async () => {
  const url = inject('shopUrl');
  const body = imageForm(await imagesOf.png());
  const sent = await fetch(`${url}/uploads`, { method: 'POST', headers: { origin: url }, body });
  const { url: path } = await sent.json();
  for (const [suffix, type] of [
    ['800.webp', 'image/webp'],
    ['400.avif', 'image/avif'],
  ] as const) {
    const { status, headers } = await fetch(`${url}${path.replace('800.webp', suffix)}`);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
  const missing = await fetch(`${url}/uploads/${'0'.repeat(32)}-800.webp`);
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([
    404,
    'private, no-store',
  ]);
});
