import type { Page } from 'playwright-core';

/** What a page has noted of itself since it was opened; times in milliseconds. */
export interface Noted {
  /** When the largest thing on it was painted. */
  lcpMs: number;
  /** The sum of what moved by itself. */
  shift: number;
  /** How long each piece of work of more than 50 ms kept the main thread. */
  longTasksMs: number[];
  /** How long each tap or click, by its number, took until its effect was painted. */
  interactionsMs: Record<string, number>;
}

/** Has every page that is opened from now on take notes. Call it before the page is loaded. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(takeNotes);
}

export function notesOf(page: Page): Promise<Noted> {
  return page.evaluate(() => (window as unknown as { noted: Noted }).noted);
}

/** Forgets work and interactions so far. */
export function forgetTasks(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { noted } = window as unknown as { noted: Noted };
    noted.longTasksMs = [];
    noted.interactionsMs = {};
  });
}

// Runs in the page, so it can't use anything from outside.
function takeNotes() {
  const noted: Noted = { lcpMs: 0, shift: 0, longTasksMs: [], interactionsMs: {} };
  (window as unknown as { noted: Noted }).noted = noted;
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
  // One tap is several events; the longest of them is what the person waited for.
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
