import type { Browser, Page } from 'playwright-core';
import { DEMO_PASSWORD } from '#features/accounts/demo-accounts.ts';

/** Who walks through the shop: each has a browser profile and a page of their own. */
export type Who = 'visitor' | 'shopper' | 'admin';

/** Somebody who is not signed in, a newcomer with an empty cart and no orders, and the admin. */
export async function peopleOf(browser: Browser, url: string): Promise<Record<Who, Page>> {
  const visitor = await openPage(browser, url);
  const shopper = await openPage(browser, url);
  await shopper.goto('/register');
  await shopper.getByLabel('Name').fill('Tara Tourist');
  await shopper.getByLabel('E-mail').fill('tara.tourist@example.com');
  await shopper.getByLabel('Password').fill('wandering-heron-42');
  await shopper.getByLabel('Profile image').setInputFiles('public/pictures/social-1200.jpg');
  await shopper.getByRole('button', { name: 'Register' }).click();
  await shopper.waitForURL(`${url}/`);
  const admin = await openPage(browser, url);
  await admin.goto('/login');
  await admin.getByLabel('E-mail').fill('admin@example.com');
  await admin.getByLabel('Password').fill(DEMO_PASSWORD);
  await admin.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await admin.waitForURL(`${url}/`);
  return { visitor, shopper, admin };
}

async function openPage(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, deviceScaleFactor: 1 });
  context.setDefaultTimeout(10_000);
  return context.newPage();
}
