import { createEmulator } from 'emulate';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { freePort, removeDataFolder, startShopProcess } from '../../scripts/running-shop.ts';
import { violations } from '../support/axe.ts';
import { signIn, watchedBrowser } from '../support/browser.ts';
import { newDemoFolder } from '../support/demo-folder.ts';
import { newShopper } from '../support/people.ts';
import { queryShop } from '../support/shop-database.ts';

const browser = watchedBrowser();

const main = (page: Page) => page.getByRole('main');
const button = (page: Page) => main(page).getByRole('link', { name: 'Continue with Google' });
const errorLine = (page: Page) => main(page).getByRole('alert');
const account = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name: `Account of ${name}` });

/** Presses the button; returns the popup. */
async function openPopup(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), button(page).click()]);
  await popup.getByRole('heading', { name: 'Who are you?' }).waitFor();
  return popup;
}

describe('the button of Google', () => {
  test('opens a popup that signs in, closes itself, and the page goes on to where one wanted to [1.19, 7.27]', async () => {
    const page = await browser.open();
    await page.goto('/shoes');
    await page.waitForURL(/\/login\?from=/);
    const popup = await openPopup(page);
    expect(await violations(popup)).toEqual([]);
    const closed = popup.waitForEvent('close');
    await popup.getByRole('button', { name: 'Amina Rahman' }).click();
    await closed;
    await page.waitForURL((url) => url.pathname === '/shoes');
    await account(page, 'Amina Rahman').waitFor();
    const rows = await queryShop(
      "select name, email_verified, role from users where email = 'amina.rahman@example.com'",
    );
    expect(rows).toEqual([{ name: 'Amina Rahman', email_verified: true, role: 'shopper' }]);
    // And out again, and in by the page that registers.
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto('/register');
    const again = await openPopup(page);
    await again.getByLabel('Another email address').fill('selma.newcomer@example.com');
    await again.getByLabel('Name, if you like').fill('Selma Newcomer');
    await again.getByRole('button', { name: 'Continue' }).click();
    await account(page, 'Selma Newcomer').waitFor();
  });

  test('takes the whole page there and back where popups are blocked [8.17]', async () => {
    const page = await browser.open();
    // What a browser returns that blocks them.
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.goto('/login?from=%2Fgadget');
    await button(page).click();
    await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
    await page.getByRole('button', { name: 'Jonas Weber' }).click();
    await page.waitForURL((url) => url.pathname === '/gadget');
    await account(page, 'Jonas Weber').waitFor();
  });

  test('says so when its popup is closed, and works the next time [8.18]', async () => {
    const page = await browser.open();
    await page.goto('/login');
    await (await openPopup(page)).close();
    await errorLine(page).getByText('The Google window was closed').waitFor();
    const popup = await openPopup(page);
    expect(await errorLine(page).count()).toBe(0);
    await popup.getByRole('button', { name: 'Jonas Weber' }).click();
    await account(page, 'Jonas Weber').waitFor();
  });

  test.each([
    ['Cancel', 'You did not continue with Google'],
    ['Uma Unverified', 'Google does not know yet whether that email address is yours.'],
  ])(
    '%s in the popup closes it, and the page says why nobody is signed in',
    async (choice, sentence) => {
      const page = await browser.open();
      await page.goto('/login');
      const popup = await openPopup(page);
      const closed = popup.waitForEvent('close');
      await popup.getByRole('button', { name: choice }).click();
      await closed;
      await errorLine(page).getByText(sentence).waitFor();
      expect(new URL(page.url()).pathname).toBe('/login');
    },
  );

  test('does not open the account that somebody made with the same, unverified address', async () => {
    const first = await newShopper('Ida Identical');
    const page = await browser.open();
    await page.goto('/login');
    const popup = await openPopup(page);
    await popup.getByLabel('Another email address').fill(first.email);
    await popup.getByRole('button', { name: 'Continue' }).click();
    await errorLine(page).getByText('There is an account with this email address').waitFor();
  });

  test('is held back like every link while there is no connection', async () => {
    const page = await browser.open();
    await page.goto('/login', { waitUntil: 'networkidle' });
    await page.context().setOffline(true);
    await page.getByRole('status').getByText('You are offline.').waitFor();
    await button(page).click();
    await page.waitForTimeout(500);
    expect(page.context().pages()).toHaveLength(1);
  });

  test('is a plain link without JavaScript, and its failures are in the error line too', async () => {
    const page = await browser.open({ javaScriptEnabled: false });
    await page.goto('/login?from=%2Fshoes');
    await button(page).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(/\/login\?from=%2Fshoes&error=/);
    await errorLine(page).getByText('You did not continue with Google').waitFor();
    await button(page).click();
    await page.getByRole('button', { name: 'Amina Rahman' }).click();
    await page.waitForURL((url) => url.pathname === '/shoes');
    await account(page, 'Amina Rahman').waitFor();
  });

  test('leaves signing in by password as it is', async () => {
    const { email } = await newShopper('Paula Password');
    const page = await browser.open();
    await signIn(page, email, 'wandering-heron-42');
    await account(page, 'Paula Password').waitFor();
  });
});

test("another provider takes the sandbox's place by configuration alone; while it is down, the page says so [8.19]", async () => {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const dataDir = await newDemoFolder();
  const env = { GOOGLE_CLIENT_ID: 'shop', GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_ISSUER: issuer };
  const shop = await startShopProcess({ dataDir, env });
  try {
    const page = await browser.open({ baseURL: shop.url });
    await page.goto('/login');
    const [failing] = await Promise.all([page.waitForEvent('popup'), button(page).click()]);
    if (!failing.isClosed()) await failing.waitForEvent('close');
    await errorLine(page).getByText('Google cannot be reached right now.').waitFor();

    const redirect_uris = [`${shop.url}/api/auth/callback/google`];
    const emulator = await createEmulator({
      service: 'google',
      port,
      seed: {
        google: {
          users: [{ email: 'erin@example.com', name: 'Erin Emulated' }],
          oauth_clients: [
            { client_id: 'shop', client_secret: 'secret', name: 'Shop', redirect_uris },
          ],
        },
      },
    });
    try {
      const [popup] = await Promise.all([page.waitForEvent('popup'), button(page).click()]);
      await popup.getByRole('button', { name: 'Erin Emulated' }).click();
      await account(page, 'Erin Emulated').waitFor();
    } finally {
      await emulator.close();
    }
  } finally {
    await shop.stop();
    await removeDataFolder(dataDir);
  }
});
