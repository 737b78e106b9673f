import type { Browser, Page } from 'playwright-core';
import { openPhone } from './phone.ts';
import { forgetTasks, notesOf, watchPage } from './watch-page.ts';

/** How long a tap and the work after it take. */
export interface TapTiming {
  what: string;
  interactionMs: number;
  longestTaskMs: number;
}

/** How long Chromium takes to report events after they were painted. */
const REPORT_DELAY_MS = 400;

/** Taps through a category page on the phone: quick view, adding to the cart, the drawer. */
export async function tapThrough(
  browser: Browser,
  { url, path, cookie }: { url: string; path: string; cookie: string },
): Promise<TapTiming[]> {
  const page = await openPhone(browser, url, cookie);
  try {
    await watchPage(page);
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const dialog = page.getByRole('dialog');
    const away = async () => {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    };
    const card = page.locator('article:has(form[action="/cart"] button:enabled)').first();
    const steps = [
      {
        what: 'quick view',
        tap: () => card.getByRole('button', { name: 'Quick View' }).tap(),
        there: () => dialog.getByText('See all details').waitFor(),
      },
      {
        what: 'add to cart',
        tap: () => card.getByRole('button', { name: 'Add To Cart' }).tap(),
        there: () => dialog.getByText('Quantity : 1').waitFor(),
      },
      {
        what: 'drawer',
        tap: () =>
          page
            .getByRole('banner')
            .getByRole('button', { name: /^Cart, / })
            .tap(),
        there: () => dialog.getByText('SubTotal').waitFor(),
      },
    ];
    const timings: TapTiming[] = [];
    for (const { what, tap, there } of steps) {
      await forgetTasks(page);
      await tap();
      await there();
      timings.push({ what, ...(await costOf(page)) });
      await away();
      await page.waitForLoadState('networkidle');
    }
    return timings;
  } finally {
    await page.context().close();
  }
}

async function costOf(page: Page) {
  await page.waitForTimeout(REPORT_DELAY_MS);
  const { interactionsMs, longTasksMs } = await notesOf(page);
  return {
    // Chromium reports nothing below 16 ms.
    interactionMs: Math.max(16, ...Object.values(interactionsMs)),
    longestTaskMs: Math.max(0, ...longTasksMs),
  };
}
