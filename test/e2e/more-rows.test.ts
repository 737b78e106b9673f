import { describe, expect, test } from 'vitest';
import { holdBack, watchedBrowser } from '../support/browser.ts';
import { cards, hydrated, queryOf } from '../support/lists.ts';
import { signInAs } from '../support/people.ts';

const browser = watchedBrowser();

const WIDE = { width: 1280, height: 900 };

describe('more rows', () => {
  test('come without JavaScript, at the first of them', async () => {
    const page = await browser.open({ javaScriptEnabled: false });
    await signInAs(page, 'admin@example.com');
    await page.goto('/manageAllProducts?q=s');
    await page.getByRole('link', { name: 'Load more products' }).click();
    await page.waitForURL(/show=48/);
    expect(await cards(page).count()).toBeGreaterThan(24);
    expect(queryOf(page)).toContain('q=s');
    expect(new URL(page.url()).hash).toBe('#row-24');
  });

  test('have their places kept while they are on their way, and nothing jumps', async () => {
    const page = await browser.open({ viewport: WIDE });
    await signInAs(page, 'admin@example.com');
    await page.goto('/manageAllProducts');
    const more = page.getByRole('link', { name: 'Load more products' });
    await hydrated(page);
    await more.scrollIntoViewIfNeeded();
    await page.evaluate(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, hadRecentInput } = entry as unknown as Record<string, number | boolean>;
          if (!hadRecentInput) (window as unknown as { shift: number }).shift += Number(value);
        }
      }).observe({ type: 'layout-shift' });
    });
    const release = await holdBack(page, /manageAllProducts\.data/);
    const top = () =>
      cards(page)
        .nth(23)
        .evaluate((card) => card.getBoundingClientRect().top);
    const place = await top();
    await more.click();
    await page.locator('li[aria-hidden=true]').nth(23).waitFor();
    expect(await top()).toBeCloseTo(place, 0);
    // What is looked at is the arrival.
    await page.evaluate(() => Object.assign(window, { shift: 0 }));
    // Longer than a browser forgives a shift for a click.
    await page.waitForTimeout(700);
    release();
    await expect.poll(() => cards(page).count()).toBe(48);
    expect(await page.locator('li[aria-hidden=true]').count()).toBe(0);
    expect(await top()).toBeCloseTo(place, 0);
    const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
    expect(shift).toBeLessThan(0.001);
  });
});
