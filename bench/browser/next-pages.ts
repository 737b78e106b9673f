import type { Browser, Locator, Page } from 'playwright-core';
import { openDesktop } from './phone.ts';

/** How long the pointer rests on a link before the click. */
const HOVER_MS = 150;

/**
 * Clicks from a category page to its products, one after the other. Each is prefetched when the
 * pointer reaches its link. Returns the milliseconds from each click to the next page's first
 * frame.
 */
export async function clickThrough(
  browser: Browser,
  { url, path, cookie }: { url: string; path: string; cookie: string },
  clicks: number,
): Promise<number[]> {
  const page = await openDesktop(browser, url, cookie);
  try {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const links = page.getByRole('main').getByRole('article').getByRole('link');
    const count = await links.count();
    const took: number[] = [];
    // The first click is not counted: it fetches the code of product pages, once in a visit.
    for (let i = 0; i <= clicks; i += 1) {
      const milliseconds = await clickToNext(page, links.nth(i % count));
      if (i > 0) took.push(milliseconds);
      await page.goBack();
      await links.first().waitFor();
      await page.waitForLoadState('networkidle');
    }
    return took;
  } finally {
    await page.context().close();
  }
}

async function clickToNext(page: Page, link: Locator): Promise<number> {
  await link.scrollIntoViewIfNeeded();
  await link.hover();
  await page.waitForTimeout(HOVER_MS);
  await page.waitForLoadState('networkidle');
  // The time is measured in the page, so the time of driving the browser is not part of it.
  await page.evaluate(awaitNextPage);
  await link.click();
  return page.evaluate(() => (window as unknown as { nextPage: Promise<number> }).nextPage);
}

// Runs in the page: measures from the click to the frame that paints the new page's heading.
export function awaitNextPage() {
  const seen = window as unknown as { nextPage: Promise<number> };
  const before = document.querySelector('h1');
  seen.nextPage = new Promise((resolve) => {
    const onClick = ({ timeStamp }: MouseEvent) => {
      const look = () => {
        const heading = document.querySelector('h1');
        if (!heading || heading === before) return;
        changes.disconnect();
        requestAnimationFrame(() => {
          // A task that runs after the frame's own work: by then the frame is painted.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - timeStamp);
          port2.postMessage(null);
        });
      };
      const changes = new MutationObserver(look);
      changes.observe(document.body, { childList: true, subtree: true, characterData: true });
    };
    window.addEventListener('click', onClick, { once: true, capture: true });
  });
}
