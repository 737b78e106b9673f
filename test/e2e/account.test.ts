import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { arriveAt, imageFile, signIn, watchedBrowser } from '../support/browser.ts';
import { emailedLink } from '../support/emailed-link.ts';
import { pngOf } from '../support/images.ts';
import {
  newSession,
  newShopper,
  PASSWORD,
  type Person,
  placeOrder,
  stockroom,
} from '../support/people.ts';
import { queryShop } from '../support/shop-database.ts';

const NEXT = 'a-better-heron-7';
const browser = watchedBrowser();
const goods = stockroom();

const main = (page: Page) => page.getByRole('main');
const press = (page: Page, name: string) =>
  main(page).getByRole('button', { name, exact: true }).first().click();
const account = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name: `Account of ${name}` });

describe.each([
  { javaScriptEnabled: true, how: 'with script' },
  { javaScriptEnabled: false, how: 'without script' },
])('$how', ({ javaScriptEnabled, how }) => {
  test('a forgotten password is replaced by the link of an email, and other devices are out', async () => {
    const { email, storageState } = await newShopper(`Fay Forgetful ${how}`);
    const elsewhere = await browser.open({ storageState });
    await elsewhere.goto('/account');
    const page = await browser.open({ javaScriptEnabled });
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    for (const address of ['nobody@example.com', email]) {
      await page.goto('/forgotPassword');
      await page.getByLabel('Email').fill(address);
      await press(page, 'Send the link');
      await main(page).getByRole('status').getByText('an email is on its way to it.').waitFor();
    }
    const link = await emailedLink(email, 'reset-password');
    await page.goto(link);
    await page.getByLabel('New password').fill('password123');
    await press(page, 'Change password');
    await main(page).getByRole('alert').getByText('easy to guess').waitFor();
    await page.getByLabel('New password').fill(NEXT);
    await press(page, 'Change password');
    await page.waitForURL((url) => url.pathname === '/login');
    await page.getByText('Your password is changed. Please log in with it.').waitFor();
    await signIn(page, email, NEXT);
    await account(page, 'Fay Forgetful').waitFor();
    await elsewhere.goto('/account');
    expect(new URL(elsewhere.url()).pathname).toBe('/login');
    await page.goto(link);
    await page.getByRole('heading', { name: 'That link is no longer valid' }).waitFor();
  });

  test('an email is verified by the link of an email, after logging in', async () => {
    const { email } = await newShopper(`Vera Fied ${how}`);
    const page = await browser.open({ javaScriptEnabled });
    await page.goto(await emailedLink(email, 'verify-email'));
    await page.waitForURL(/\/login\?from=/);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Log in');
    await page.getByRole('heading', { name: 'Is this your email address?' }).waitFor();
    await press(page, 'Yes, it is mine');
    await page.getByText('Your email address is verified.').waitFor();
    await main(page).getByText('Verified.', { exact: true }).waitFor();
  });

  test('another email is used once its link was followed, and other devices are out', async () => {
    const person = await newShopper(`Mo Ved ${how}`);
    const elsewhere = await newSession(person);
    const next = `moved.${how.replaceAll(' ', '.')}@example.com`;
    const page = await browser.open({ javaScriptEnabled, storageState: person.storageState });
    await page.goto('/account');
    await page.getByRole('link', { name: 'Change email address' }).click();
    await page.getByLabel('New email address').fill(next);
    await page.getByLabel('Current password').fill('not-the-password');
    await press(page, 'Send the link');
    await main(page).getByRole('alert').getByText('not your current password').waitFor();
    await page.getByLabel('Current password').fill(PASSWORD);
    await press(page, 'Send the link');
    await main(page).getByRole('status').getByText(`on its way to ${next}`).waitFor();
    const link = await emailedLink(next, 'change-email');
    await page.goto(link);
    await main(page).getByText(next).waitFor();
    await press(page, 'Use this address');
    await page.getByText('Your email address is changed.').waitFor();
    await main(page).getByText(next).waitFor();
    await main(page).getByText('Verified.', { exact: true }).waitFor();
    const { status } = await elsewhere.ask('/myOrders', { headers: { accept: 'text/html' } });
    expect(status).toBe(302);
    await page.goto(link);
    await page.getByRole('heading', { name: 'That link is no longer valid' }).waitFor();
    await signIn(await browser.open({ javaScriptEnabled }), next, PASSWORD);
  });

  test('name, image and password are changed on the account page', async () => {
    const { email, storageState } = await newShopper(`Cho Changer ${how}`);
    const page = await browser.open({ javaScriptEnabled, storageState });
    await page.goto('/account');
    await press(page, 'Send the email again');
    await page.getByText('The email is on its way.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Cho Changed');
    const file = imageFile(pngOf(200, 200));
    await page.getByLabel('Profile image', { exact: true }).setInputFiles(file);
    if (javaScriptEnabled) await page.getByText('Image uploaded successfully:').waitFor();
    await press(page, 'Save profile');
    await page.getByText('Your profile is saved.').waitFor();
    const avatar = account(page, 'Cho Changed').locator('img');
    expect(await avatar.getAttribute('src')).toMatch(/^\/uploads\//);
    await page.getByLabel('Show no image').check();
    await press(page, 'Save profile');
    await account(page, 'Cho Changed').locator('img').waitFor({ state: 'detached' });

    await page.getByLabel('Current password').fill('not-the-password');
    await page.getByLabel('New password').fill(NEXT);
    const endOthers = page.getByLabel('Sign out all other devices');
    await endOthers.uncheck();
    await press(page, 'Change password');
    await main(page).getByRole('alert').getByText('not your current password').waitFor();
    expect(await endOthers.isChecked()).toBe(false);
    await endOthers.check();
    expect(await page.getByLabel('New password').inputValue()).toBe(javaScriptEnabled ? NEXT : '');
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password').fill(NEXT);
    await press(page, 'Change password');
    await page.getByText('Your password is changed.').waitFor();
    await signIn(await browser.open(), email, NEXT);
  });

  test('devices are signed out one by one or together, at once', async () => {
    const person = await newShopper(`Dev Ices ${how}`);
    const one = await newSession(person);
    const two = await newSession(person);
    const three = await newSession(person);
    const page = await browser.open({ javaScriptEnabled, storageState: person.storageState });
    await page.goto('/account');
    const devices = main(page).getByRole('region', { name: 'Where you are signed in' });
    const rows = devices.getByRole('listitem');
    expect(await rows.count()).toBe(4);
    expect(await rows.first().textContent()).toContain('This device');
    // The newest stands first.
    await rows.nth(1).getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByText('That device is signed out.').waitFor();
    /** Whether a device is shown a page of its owner; one without a session is led to the form. */
    const inside = async (device: Person) => {
      const { status, headers } = await device.ask('/myOrders', {
        headers: { accept: 'text/html' },
      });
      expect([status, headers.get('location')]).toEqual(
        status === 200 ? [200, null] : [302, '/login?from=%2FmyOrders'],
      );
      return status === 200;
    };
    expect([await inside(one), await inside(two), await inside(three)]).toEqual([
      true,
      true,
      false,
    ]);
    await press(page, 'Sign out all other devices');
    await page.getByText('All other devices are signed out.').waitFor();
    expect([await inside(one), await inside(two)]).toEqual([false, false]);
    await page.goto('/myOrders');
    expect(new URL(page.url()).pathname).toBe('/myOrders');
  });

  test('all data can be taken along, and the account deleted', async () => {
    const person = await newShopper(`Lea Ver ${how}`);
    const order = await placeOrder(person, await goods.add(`Left Lamp ${how}`));
    const page = await browser.open({ javaScriptEnabled, storageState: person.storageState });
    await page.goto('/');
    await page.getByRole('button', { name: 'Account of Lea Ver' }).click();
    await page.getByRole('link', { name: 'Account', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/account');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export my data' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('my-data.json');
    const data = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(data.profile.email).toBe(person.email);
    expect(data.orders).toMatchObject([{ _id: order._id }]);

    await page.getByRole('link', { name: 'Delete my account' }).click();
    // The page before it has a field of that name too, and is there for a moment after its address.
    if (javaScriptEnabled) await arriveAt(page, 'Delete my account');
    else await page.waitForURL((url) => url.pathname === '/account/delete');
    await page.getByLabel('Current password').fill('not-the-password');
    await press(page, 'Delete my account');
    await main(page).getByRole('alert').getByText('not your current password').waitFor();
    await page.getByLabel('Current password').fill(PASSWORD);
    // A double click is one: a second deletion would say 'Please sign in first.'
    const clickCount = javaScriptEnabled ? 2 : 1;
    await main(page).getByRole('button', { name: 'Delete my account' }).click({ clickCount });
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByText('Your account is deleted.').waitFor();
    await page.getByRole('button', { name: 'Account', exact: true }).waitFor();
    const rows = await queryShop('select status, email, user_id from orders where id = $1', [
      order._id,
    ]);
    expect(rows).toEqual([
      { status: 'cancelled', email: 'deleted@account.invalid', user_id: null },
    ]);
  });
});

test('too many messages of one address are a page with a sentence and when to try again', async () => {
  const page = await browser.open({ javaScriptEnabled: false });
  const send = async (message: string) => {
    await page.goto('/');
    await page.getByLabel('Your Message').fill(message);
    const responded = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: 'Send' }).click();
    return responded;
  };
  // From the same browser, as its form sends them.
  for (let i = 0; i < 9; i += 1) {
    const sent = await page.request.post('/contact', {
      headers: { origin: browser.shopUrl() },
      form: { user_name: '', user_email: '', message: `Hello ${i}` },
      maxRedirects: 0,
    });
    expect(sent.status()).toBe(302);
  }
  expect((await send('Hello 9')).status()).toBe(302);
  const refused = await send('Hello again');
  expect(refused.status()).toBe(429);
  expect(Number(await refused.headerValue('retry-after'))).toBeGreaterThan(3_000);
  await page.getByText('You have sent too many messages in an hour.').waitFor();
});

test('too many attempts to log in are said in the error line, with when to try again', async () => {
  const { email } = await newShopper('Tim Attempts');
  const page = await browser.open({ javaScriptEnabled: false });
  // From the same browser, as its form sends them.
  for (let i = 0; i < 9; i += 1) {
    const guess = await page.request.post('/login', {
      headers: { origin: browser.shopUrl() },
      form: { email, password: `guess-${i}` },
    });
    expect(guess.status()).toBe(401);
  }
  for (let i = 9; ; i += 1) {
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(`guess-${i}`);
    const responded = page.waitForResponse((response) => response.request().method() === 'POST');
    await press(page, 'Log in');
    const response = await responded;
    if (response.status() === 401 && i < 11) continue;
    expect([i, response.status()]).toEqual([10, 429]);
    // From the try before, which may be seconds ago.
    const wait = Number(await response.headerValue('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(10);
    break;
  }
  await main(page).getByRole('alert').getByText('Too many attempts.').waitFor();
});
