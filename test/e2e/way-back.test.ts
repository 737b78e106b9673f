import { expect, test } from 'vitest';
import { imageFile, watchedBrowser } from '../support/browser.ts';
import { pngOf } from '../support/images.ts';
import { newShopper, PASSWORD } from '../support/people.ts';

// Where somebody wanted to go before they had to sign in, when the first try fails.

const browser = watchedBrowser();

test.each([false, true])(
  'is known after a wrong password (script: %s)',
  async (javaScriptEnabled) => {
    const { email } = await newShopper('Willa Wrong');
    const page = await browser.open({ javaScriptEnabled });
    await page.goto('/login?from=%2FmyOrders%3Fshow%3D48');
    const tryWith = async (password: string) => {
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    };
    await tryWith('not-this-one');
    await page.getByRole('alert').waitFor();
    await page.getByText('We will then take you where you wanted to go').waitFor();
    await tryWith(PASSWORD);
    await page.waitForURL((url) => url.pathname + url.search === '/myOrders?show=48');
  },
);

test('is known after a refused image, and after one that is too large', async () => {
  const page = await browser.open({ javaScriptEnabled: false });
  await page.goto('/register?from=%2Fcloths');
  const send = async (image: Buffer) => {
    await page.getByLabel('Name').fill('Petra Image');
    await page.getByLabel('Email').fill('petra.picture@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByLabel('Profile image').setInputFiles(imageFile(image));
    await page.getByRole('button', { name: 'Register' }).click();
  };
  await send(Buffer.from('This is no image.'));
  await page.locator('#register-image-error').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Petra Image');
  await send(Buffer.alloc(9 * 1024 * 1024));
  await page.getByText('What you typed could not be kept. Please enter it again.').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('');
  await send(pngOf(200, 200));
  await page.waitForURL((url) => url.pathname === '/cloths');
});

test('is nowhere else than in the shop, whatever the address says', async () => {
  const { email } = await newShopper('Ewa Elsewhere');
  const page = await browser.open({ javaScriptEnabled: false });
  await page.goto('/login?from=%2F%2Fevil.example');
  for (const password of ['not-this-one', PASSWORD]) {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.waitForLoadState();
  }
  expect(page.url()).toBe(`${browser.shopUrl()}/`);
});
