import type { Browser, Page, Request } from 'playwright-core';
import { fetchedOf, sumOf } from './fetched.ts';
import { openDesktop } from './phone.ts';

/**
 * How long to wait for code that loads shortly after a page: that of visible links and of panels.
 */
const SETTLE_MS = 700;

/**
 * The script of a first load of each page, of each further page, and of the panels, which load at
 * the first input. In KB.
 */
export async function weighScripts(
  browser: Browser,
  { url, paths, cookie }: { url: string; paths: string[]; cookie: string },
): Promise<{ first: number[]; further: number[]; panels: number }> {
  const first: number[] = [];
  for (const path of paths) first.push(await firstLoad(browser, url, path, cookie));
  return { first, ...(await furtherPages(browser, url, cookie)) };
}

async function firstLoad(browser: Browser, url: string, path: string, cookie: string) {
  const page = await openDesktop(browser, url, cookie);
  try {
    return await scriptsOf(page, () => page.goto(path));
  } finally {
    await page.context().close();
  }
}

async function furtherPages(browser: Browser, url: string, cookie: string) {
  const page = await openDesktop(browser, url, cookie);
  try {
    await scriptsOf(page, () => page.goto('/'));
    const panels = await scriptsOf(page, () => page.mouse.move(5, 300));
    const steps = [
      page.getByRole('banner').getByRole('link', { name: 'Cloths' }),
      page.getByRole('main').getByRole('article').getByRole('link').first(),
      page.getByRole('contentinfo').getByRole('link', { name: 'Cart' }),
    ];
    const further: number[] = [];
    for (const link of steps) {
      const from = page.url();
      const go = async () => {
        await link.click();
        await page.waitForURL((address) => address.href !== from);
      };
      further.push(await scriptsOf(page, go));
    }
    return { further, panels };
  } finally {
    await page.context().close();
  }
}

async function scriptsOf(page: Page, go: () => Promise<unknown>): Promise<number> {
  const requests: Request[] = [];
  const note = (request: Request) => requests.push(request);
  page.on('requestfinished', note);
  await go();
  await page.waitForTimeout(SETTLE_MS);
  await page.waitForLoadState('networkidle');
  page.off('requestfinished', note);
  return sumOf(await fetchedOf(requests, 'script')) / 1000;
}
