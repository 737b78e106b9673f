import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { imageFile, watchedBrowser } from '../../support/browser.ts';
import { pngOf } from '../../support/images.ts';
import { newShopper, PASSWORD } from '../../support/people.ts';
import { queryShop } from '../../support/shop-database.ts';
import { WIDTHS } from '../../support/widths.ts';

const browser = watchedBrowser();
const main = (page: Page) => page.getByRole('main');
const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true });
const press = (page: Page, label: string) =>
  main(page).getByRole('button', { name: label, exact: true }).click();
const isRequired = (page: Page, label: string) =>
  field(page, label).evaluate((input) => (input as HTMLInputElement).required);

describe.each(WIDTHS)('on a $name', ({ viewport, name }) => {
  test('login asks for email and password [2.2, 2.111, 5.8]', async () => {
    const page = await browser.open({ viewport });
    await page.goto('/login');
    expect(await field(page, 'Email').getAttribute('type')).toBe('email');
    expect(await field(page, 'Password').getAttribute('type')).toBe('password');
    expect(await isRequired(page, 'Email')).toBe(true);
    expect(await isRequired(page, 'Password')).toBe(true);
    await press(page, 'Log in');
    await main(page).getByText('An email address is needed.', { exact: true }).waitFor();
    await main(page).getByText('A password is needed.', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
  });

  test('a failed login shows its message in an error line; a good one clears it and goes on [1.15, 2.112, 4.17, 4.25, 8.6]', async () => {
    const { email } = await newShopper(`Lou Login ${name}`);
    const page = await browser.open({ viewport });
    await page.goto('/login');
    await field(page, 'Email').fill(email);
    await field(page, 'Password').fill('not-the-password-1');
    await press(page, 'Log in');
    const error = main(page).getByRole('alert');
    await error.waitFor();
    expect(await error.textContent()).toBe('That email address and password do not match.');
    await field(page, 'Password').fill(PASSWORD);
    await press(page, 'Log in');
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByRole('button', { name: `Account of Lou Login ${name}`, exact: true }).waitFor();
    expect(await page.getByText('That email address and password do not match.').count()).toBe(0);
  });

  test('register asks for name, email, password and a profile image [2.3, 2.113, 5.5, 5.6]', async () => {
    const page = await browser.open({ viewport });
    await page.goto('/register');
    for (const label of ['Name', 'Email', 'Password', 'Profile image']) {
      expect([label, await isRequired(page, label)]).toEqual([label, true]);
    }
    expect(await field(page, 'Profile image').getAttribute('type')).toBe('file');
    expect(await field(page, 'Profile image').getAttribute('accept')).toBe('image/*');
    await press(page, 'Register');
    for (const text of [
      'A name is needed.',
      'An email address is needed.',
      'A password is needed.',
      'A profile image is needed.',
    ]) {
      expect(await main(page).getByText(text, { exact: true }).isVisible()).toBe(true);
    }
  });

  test('signing up stores the user with name and image, clears the error and leads home [3.13, 4.17, 4.19, 4.20, 4.21, 4.22, 4.23, 4.24, 5.16, 8.7]', async () => {
    const taken = await newShopper(`Tak En ${name}`);
    const page = await browser.open({ viewport });
    await page.goto('/register');
    await field(page, 'Name').fill('Nina New');
    await field(page, 'Email').fill(taken.email);
    await field(page, 'Password').fill(PASSWORD);
    await field(page, 'Profile image').setInputFiles(imageFile(pngOf(200, 200)));
    await main(page).getByText('Image uploaded successfully:').waitFor();
    await press(page, 'Register');
    // The message of a sign-up that fails is shown as it is.
    const error = main(page).getByRole('alert');
    await error.waitFor();
    expect(await error.textContent()).toContain('email');
    // No field is at fault, so the focus stays.
    const focused = main(page).locator(':focus');
    expect(await focused.textContent()).toBe('Register');
    const email = `nina.new.${name}@example.com`;
    await field(page, 'Email').fill(email);
    await field(page, 'Password').fill(PASSWORD);
    await press(page, 'Register');
    await page.waitForURL((url) => url.pathname === '/');
    const account = page.getByRole('button', { name: 'Account of Nina New', exact: true });
    expect(await account.locator('img').getAttribute('src')).toMatch(/^\/uploads\//);
    expect(await main(page).getByRole('alert').filter({ hasText: 'email' }).count()).toBe(0);
    const rows = await queryShop('select name, image, role from users where email = $1', [email]);
    expect(rows).toEqual([
      { name: 'Nina New', image: expect.stringMatching(/^\/uploads\//), role: 'shopper' },
    ]);
  });
});
