import type { Browser, Page } from 'playwright-core';
import { DEMO_PASSWORD } from '#features/accounts/demo-account-list.ts';

/** The roles that visit the shop: each has its own browser profile and page. */
export type Who = 'guest' | 'customer' | 'admin';

/** A guest, a new customer with an empty cart and no orders, and the admin. */
export async function peopleOf(browser: Browser, url: string): Promise<Record<Who, Page>> {
  const guest = await openPage(browser, url);
  const customer = await openPage(browser, url);
  await customer.goto('/register');
  await customer.getByLabel('Name').fill('Tara Tourist');
  await customer.getByLabel('Email').fill('tara.tourist@example.com');
  await customer.getByLabel('Password').fill('wandering-heron-42');
  await customer.getByLabel('Profile image').setInputFiles('public/pictures/social-1200.jpg');
  await customer.getByRole('button', { name: 'Register' }).click();
  await customer.waitForURL(`${url}/`);
  const admin = await openPage(browser, url);
  await admin.goto('/login');
  await admin.getByLabel('Email').fill('admin@example.com');
  await admin.getByLabel('Password').fill(DEMO_PASSWORD);
  await admin.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await admin.waitForURL(`${url}/`);
  return { guest, customer, admin };
}

async function openPage(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, deviceScaleFactor: 1 });
  context.setDefaultTimeout(10_000);
  return context.newPage();
}
