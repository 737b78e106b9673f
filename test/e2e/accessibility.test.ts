import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signIn, watchedBrowser } from '../support/browser.ts';

const browser = watchedBrowser();

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return found.map(({ id, nodes }) => `${new URL(page.url()).pathname} ${id}: ${nodes[0]?.html}`);
}

const visitorPages = ['/', '/login', '/register', '/nowhere'];
const memberPages = [
  '/cloths',
  '/shoes',
  '/gadget',
  '/jersey',
  '/product/skerry-cable-jumper',
  '/shoppingCart',
  '/myOrders',
  '/AllOrders',
  '/makeAdmin',
  '/addProduct',
  '/manageAllProducts',
];

test.each(['light', 'dark'] as const)('no page breaks WCAG 2.2 AA in %s', async (colorScheme) => {
  const page = await browser.open({ colorScheme });
  const found: string[] = [];
  for (const path of visitorPages) {
    await page.goto(path);
    found.push(...(await violations(page)));
  }
  await signIn(page, 'admin@example.com');
  for (const path of memberPages) {
    await page.goto(path);
    found.push(...(await violations(page)));
  }
  expect(found).toEqual([]);
});

test('no page scrolls sideways at 320 pixels', async () => {
  const page = await browser.open({ viewport: { width: 320, height: 700 } });
  await signIn(page, 'admin@example.com');
  for (const path of [...visitorPages, ...memberPages]) {
    await page.goto(path);
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([path, over]).toEqual([path, 0]);
  }
});

test('drawer and quick view hold up when they are open, and give the focus back', async () => {
  const page = await browser.open();
  await signIn(page, 'shopper@example.com');
  const bag = page.getByRole('banner').getByRole('button', { name: /cart|bag/i });
  await bag.click();
  await page.getByRole('dialog', { name: 'Your Shopping Cart' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await bag.evaluate((element) => element === document.activeElement)).toBe(true);

  await page.goto('/gadget');
  const quick = page.getByRole('button', { name: 'Quick View' }).first();
  await quick.click();
  await page.getByRole('dialog').getByText('Price : $').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await quick.evaluate((element) => element === document.activeElement)).toBe(true);
});
