import type { Browser } from 'playwright-core';
import { openPhone } from './phone.ts';
import { notesOf, type PageMetrics, watchPage } from './watch-page.ts';

/** How long to observe a page after it has loaded, so that hydration is included. */
const SETTLE_MS = 500;

/** Loads a page in an empty browser on the phone and returns what was observed. */
export async function loadOnPhone(
  browser: Browser,
  { url, path, cookie }: { url: string; path: string; cookie: string },
): Promise<PageMetrics> {
  const page = await openPhone(browser, url, cookie);
  try {
    await watchPage(page);
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(SETTLE_MS);
    return await notesOf(page);
  } finally {
    await page.context().close();
  }
}
