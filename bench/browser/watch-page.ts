import type { Page } from 'playwright-core';

/** What was observed in a page since it was opened; times in milliseconds. */
export interface PageMetrics {
  /** When the largest element was painted. */
  lcpMs: number;
  /** The sum of layout shifts. */
  shift: number;
  /** The duration of each task of more than 50 ms on the main thread. */
  longTasksMs: number[];
  /** How long each tap or click, by its number, took until its effect was painted. */
  interactionsMs: Record<string, number>;
}

/** Observes every page that is opened from now on. Call it before the page loads. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(takeNotes);
}

export function notesOf(page: Page): Promise<PageMetrics> {
  return page.evaluate(() => (window as unknown as { noted: PageMetrics }).noted);
}

/** Discards the tasks and interactions so far. */
export function forgetTasks(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { noted } = window as unknown as { noted: PageMetrics };
    noted.longTasksMs = [];
    noted.interactionsMs = {};
  });
}

// Runs in the page, so it can't use anything from outside.
function takeNotes() {
  const noted: PageMetrics = { lcpMs: 0, shift: 0, longTasksMs: [], interactionsMs: {} };
  (window as unknown as { noted: PageMetrics }).noted = noted;
  const watch = (
    type: string,
    note: (entry: PerformanceEntry & Record<string, unknown>) => void,
    options: Record<string, unknown> = {},
  ) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry as never);
    }).observe({ type, buffered: true, ...options });
  watch('largest-contentful-paint', (entry) => {
    noted.lcpMs = entry.startTime;
  });
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) noted.shift += Number(entry.value);
  });
  watch('longtask', (entry) => noted.longTasksMs.push(entry.duration));
  // One tap causes several events; the longest one is what the person waited for.
  watch(
    'event',
    ({ interactionId, duration }) => {
      if (!interactionId) return;
      const tap = String(interactionId);
      noted.interactionsMs[tap] = Math.max(noted.interactionsMs[tap] ?? 0, duration);
    },
    { durationThreshold: 16 },
  );
}
