import { expect, test } from 'vitest';
import { watchedBrowser } from '../support/browser.ts';
import { newShopper } from '../support/people.ts';

// What a phone does when somebody swipes back. Chromium on a desktop has no such gesture.

const browser = watchedBrowser();

interface Watcher {
  requestClose(): void;
}

test('Back on a phone closes the quick view and the cart drawer, and the page stays', async () => {
  const { storageState } = await newShopper('Bea Back');
  const page = await browser.open({ storageState, viewport: { width: 390, height: 844 } });
  await page.addInitScript(() => {
    const shown = window as unknown as { CloseWatcher: new () => Watcher; last: Watcher };
    const Own = shown.CloseWatcher;
    shown.CloseWatcher = class extends Own {
      constructor() {
        super();
        shown.last = this;
      }
    };
  });
  // The dialog that shows while the panel's script loads has none yet.
  const back = () =>
    page.waitForFunction(() => {
      const shown = window as unknown as { last: Watcher | null };
      const { last } = shown;
      shown.last = null;
      last?.requestClose();
      return Boolean(last);
    });
  await page.goto('/cloths');
  const dialog = page.getByRole('dialog');
  const opened = [
    page.getByRole('article').first().getByRole('button', { name: 'Quick View' }),
    page.getByRole('banner').getByRole('button', { name: /^Cart/ }),
  ];
  for (const button of opened) {
    await button.click();
    await dialog.waitFor();
    await back();
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/cloths');
  }
});
