import { expect, test } from 'vitest';
import { watchedBrowser } from '../support/browser.ts';
import { queryShop } from '../support/shop-database.ts';

const browser = watchedBrowser();

test('a contact form with a wrong email comes back with what was typed, without script', async () => {
  const page = await browser.open({ javaScriptEnabled: false, expects: [/422/] });
  await page.goto('/');
  const form = page.locator('#contact form');
  await form.locator('[name=user_name]').fill('Ann');
  await form.locator('[name=user_email]').fill('ann at example');
  await form.locator('[name=message]').fill('Do you have it in blue?');
  // As a browser that checks no fields.
  await form.evaluate((element) => (element as HTMLFormElement).setAttribute('novalidate', ''));
  await form.getByRole('button').click();
  await page.getByRole('heading', { name: 'Contact', exact: true }).waitFor();
  await page.getByText('That is not an email address.').first().waitFor();
  const again = page.locator('form[action="/contact"]');
  expect(await again.locator('[name=message]').inputValue()).toBe('Do you have it in blue?');
  expect(await again.locator('[name=user_name]').inputValue()).toBe('Ann');
  const email = again.locator('[name=user_email]');
  expect(await email.getAttribute('aria-invalid')).toBe('true');
  await email.fill('ann.refused@example.com');
  await again.getByRole('button').click();
  await page.waitForURL(/\/#contact$/);
  const sent = () =>
    queryShop("select from contact_messages where message like 'Do you have it in blue%'");
  expect(await sent()).toHaveLength(1);
});
