/**
 * Input of staff that is not saved, in the browser's storage, so that a sign-out, a lost connection
 * or a closed tab loses nothing. A browser may refuse to store it, or have no space left. Then the
 * input lasts as long as the page.
 */

/** Where a value is stored: for all tabs, or for the tab, until it is closed. */
type Place = 'localStorage' | 'sessionStorage';

/** The stored value; null when there is none or it can't be read. */
export function readStored(key: string, place: Place = 'localStorage'): unknown {
  try {
    return JSON.parse(globalThis[place].getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Returns whether it was stored. If not, an earlier value stays. */
export function store(key: string, value: unknown, place: Place = 'localStorage'): boolean {
  try {
    globalThis[place].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {}
}

/** The keys that begin like this. */
export function storedKeys(start: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(start));
  } catch {
    return [];
  }
}
