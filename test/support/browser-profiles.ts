import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';

// A page of a profile that was used before takes a third of the processor time of one in a new
// profile: the browser has the files of the shop and its scripts are compiled. So a profile that a
// test has left is emptied for the next one, all but the files that the shop lets browsers keep.

/** What a profile is opened with and what can be given to a used one as well. */
interface Owner {
  storageState: BrowserContextOptions['storageState'];
  extraHTTPHeaders: Record<string, string>;
}

interface Profile {
  context: BrowserContext;
  /** The options that it can't change. */
  kind: string;
  /** The shops whose pages it may have opened. */
  origin: string;
  /** Whether a clock of the test's own runs in it, which can't be taken out. */
  isSpent: boolean;
}

/** More of them would cost memory, and some kinds are opened once only. */
const MOST_LEFT = 6;

/** What pages can store, beside cookies and the browser's own cache. */
const STORED = 'local_storage,indexeddb,cache_storage,service_workers,file_systems';

const profiles = new WeakMap<BrowserContext, Profile>();
/** Each with one blank page, the last one that was used at the end. */
let left: Profile[] = [];

/**
 * A profile that holds nothing but what `owner` gives it. It is a new one where `isNew` asks for
 * that, or where none of this kind was left. `prepare` runs once for each new one.
 */
export async function takeProfile(
  browser: Browser,
  options: Omit<BrowserContextOptions, keyof Owner> & { baseURL: string },
  { storageState, extraHTTPHeaders }: Owner,
  { isNew, prepare }: { isNew: boolean; prepare: (context: BrowserContext) => Promise<void> },
): Promise<BrowserContext> {
  const kind = JSON.stringify(options);
  // What is stored beside cookies can only be given to a new one.
  const cookies = typeof storageState === 'object' ? storageState.cookies : [];
  const isGiven = typeof storageState === 'string' || (storageState?.origins ?? []).length > 0;
  const used = isNew || isGiven ? undefined : takeLeft(browser, kind);
  if (used) {
    // Only now: what a page stored while it was closed is there by now.
    await empty(used);
    await used.context.setExtraHTTPHeaders(extraHTTPHeaders);
    await used.context.addCookies(cookies);
    return used.context;
  }
  const context = await browser.newContext({
    ...options,
    extraHTTPHeaders,
    ...(storageState && { storageState }),
  });
  const profile = { context, kind, origin: options.baseURL, isSpent: false };
  profiles.set(context, profile);
  const { clock } = context;
  const { install } = clock;
  clock.install = (time) => {
    profile.isSpent = true;
    return install.call(clock, time);
  };
  await prepare(context);
  return context;
}

function takeLeft(browser: Browser, kind: string): Profile | undefined {
  const at = left.findLastIndex(
    ({ context, kind: other }) => other === kind && context.browser() === browser,
  );
  return at < 0 ? undefined : left.splice(at, 1)[0];
}

async function empty({ context, origin }: Profile): Promise<void> {
  const [page] = context.pages();
  if (!page) throw new Error('A profile that was left has a page for the next test.');
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED });
  await session.detach();
  await context.clearCookies();
}

/** Closes the pages of a profile that a test has left, and keeps it for the next one. */
export async function leaveProfile(context: BrowserContext): Promise<void> {
  const profile = profiles.get(context);
  const isThere = !context.isClosed() && context.browser()?.isConnected() === true;
  if (!profile || profile.isSpent || !isThere) return context.close();
  const pages = context.pages();
  // The page for the next test: without any, the process that shows pages would end.
  await context.newPage();
  await Promise.all(
    pages.map(async (page) => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.close();
    }),
  );
  await context.setOffline(false);
  left.push(profile);
  const tooMany = left.slice(0, -MOST_LEFT);
  left = left.slice(-MOST_LEFT);
  await Promise.all(tooMany.map((other) => other.context.close()));
}
