/** The last searches of this browser, newest first. They never leave it. */

const KEY = 'recent-searches';
const MOST = 5;

export function readRecentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  } catch {
    // The storage is blocked or was changed by hand. A search works without it.
    return [];
  }
}

export function storeRecentSearch(q: string): void {
  const text = q.trim();
  if (text === '') return;
  const others = readRecentSearches().filter((one) => one.toLowerCase() !== text.toLowerCase());
  try {
    localStorage.setItem(KEY, JSON.stringify([text, ...others].slice(0, MOST)));
  } catch {
    // There is no space left, or the storage is blocked.
  }
}
