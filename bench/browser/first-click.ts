import type { Browser } from 'playwright-core';
import { awaitNextPage } from './next-pages.ts';
import { openDesktop } from './phone.ts';

/** The latency of each request, in milliseconds. It stands for a server that is not far away. */
const LATENCY_MS = 100;
/** Long enough for the page to become idle and to fetch the code of visible links. */
const IDLE_MS = 3_000;

/**
 * The first click of a visit on a product, as soon as the pointer reaches it. Returns the
 * milliseconds to the first frame of its page. `ahead: false` leaves out the code that
 * `web/prefetch/next-code.ts` fetches for visible links.
 */
export async function firstClick(
  browser: Browser,
  { url, path, cookie, ahead }: { url: string; path: string; cookie: string; ahead: boolean },
): Promise<number> {
  const page = await openDesktop(browser, url, cookie);
  try {
    const client = await page.context().newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: 1_250_000,
      uploadThroughput: 625_000,
    });
    if (!ahead) await page.addInitScript(ignorePrefetchLinks);
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(IDLE_MS);
    const links = page.locator('link[rel=prefetch][as=script]');
    if ((await links.count()) > 0 !== ahead) throw new Error('The code in sight is not as asked.');
    await page.evaluate(awaitNextPage);
    await page.getByRole('main').getByRole('article').getByRole('link').first().click();
    return await page.evaluate(() => (window as unknown as { nextPage: Promise<number> }).nextPage);
  } finally {
    await page.context().close();
  }
}

// Runs in the page.
function ignorePrefetchLinks() {
  const { append } = Element.prototype;
  Element.prototype.append = function (...nodes) {
    const kept = nodes.filter(
      (node) => !(node instanceof HTMLLinkElement && node.rel === 'prefetch'),
    );
    append.apply(this, kept);
  };
}
