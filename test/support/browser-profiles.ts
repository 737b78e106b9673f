import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

// A page of a profile that was used before takes a third of the processor time of one in a new
// profile: the browser has the files of the shop and its scripts are compiled. So a profile that a
// test has left is emptied for the next one, all but the files that the shop lets browsers keep. Its
// page stays too: opening and closing one takes as long as half a page of the shop.

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
  newSession: BrowserContext['newCDPSession'];
}

/** More of them would cost memory, and some kinds are opened once only. */
const MOST_LEFT = 6;

/** What pages can store, beside cookies and the browser's own cache. */
const STORED = 'local_storage,indexeddb,cache_storage,service_workers,file_systems';

/** What tests listen to on a page. */
const HEARD = [
  ...['console', 'dialog', 'download', 'filechooser', 'framenavigated', 'load', 'pageerror'],
  ...['popup', 'request', 'requestfailed', 'requestfinished', 'response', 'websocket'],
];

/** The media of a new page. */
const PLAIN = JSON.stringify({ colorScheme: 'light', reducedMotion: 'no-preference' });

const profiles = new WeakMap<BrowserContext, Profile>();
/** Pages that a test gave something that can't be taken from them. */
const spentPages = new WeakSet<Page>();
/** The media of pages that are not those of a new page. */
const mediaOf = new WeakMap<Page, string>();
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
  // What a page can change later is no reason for another profile.
  const { viewport, colorScheme, reducedMotion, ...fixed } = options;
  const kind = JSON.stringify(fixed);
  // What is stored beside cookies can only be given to a new one.
  const cookies = typeof storageState === 'object' ? storageState.cookies : [];
  const isGiven = typeof storageState === 'string' || (storageState?.origins ?? []).length > 0;
  const used = isNew || isGiven ? undefined : takeLeft(browser, kind);
  if (used) {
    // Only now: what a page stored while it was closed is there by now.
    await empty(used);
    await used.context.setExtraHTTPHeaders(extraHTTPHeaders);
    await used.context.addCookies(cookies);
    await dress(used.context, { viewport, colorScheme, reducedMotion });
    return used.context;
  }
  const context = await browser.newContext({
    ...fixed,
    extraHTTPHeaders,
    ...(storageState && { storageState }),
  });
  const newSession = context.newCDPSession.bind(context);
  const { baseURL: origin } = options;
  const profile = { context, kind, origin, isSpent: false, newSession };
  profiles.set(context, profile);
  watchPages(context, newSession);
  const { clock } = context;
  const { install } = clock;
  clock.install = (time) => {
    profile.isSpent = true;
    return install.call(clock, time);
  };
  await prepare(context);
  await context.newPage();
  await dress(context, { viewport, colorScheme, reducedMotion });
  return context;
}

/** Gives the page of a profile its size and its media. */
async function dress(
  context: BrowserContext,
  options: Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'reducedMotion'>,
): Promise<void> {
  const [page] = context.pages();
  if (!page) return;
  const { viewport, colorScheme = 'light', reducedMotion = 'no-preference' } = options;
  const { width, height } = viewport ?? { width: 1280, height: 720 };
  const is = page.viewportSize();
  if (is?.width !== width || is.height !== height) await page.setViewportSize({ width, height });
  const media = { colorScheme, reducedMotion };
  if ((mediaOf.get(page) ?? PLAIN) !== JSON.stringify(media)) await page.emulateMedia(media);
}

function takeLeft(browser: Browser, kind: string): Profile | undefined {
  const at = left.findLastIndex(
    ({ context, kind: other }) => other === kind && context.browser() === browser,
  );
  return at < 0 ? undefined : left.splice(at, 1)[0];
}

/** Notes what a test does to pages that they don't lose by leading elsewhere. */
function watchPages(context: BrowserContext, newSession: Profile['newSession']): void {
  context.newCDPSession = (page) => {
    spentPages.add(page as Page);
    return newSession(page);
  };
  context.on('page', (page) => {
    const { emulateMedia } = page;
    const addInitScript = page.addInitScript.bind(page);
    page.addInitScript = (script, arg, options) => {
      spentPages.add(page);
      return addInitScript(script, arg, options);
    };
    page.emulateMedia = (options) => {
      const { colorScheme, reducedMotion, ...others } = options ?? {};
      if (Object.keys(others).length > 0) spentPages.add(page);
      mediaOf.set(page, JSON.stringify({ colorScheme, reducedMotion }));
      return emulateMedia.call(page, options);
    };
  });
}

async function empty({ context, origin, newSession }: Profile): Promise<void> {
  const [page] = context.pages();
  if (!page) throw new Error('A profile that was left has a page for the next test.');
  const session = await newSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED });
  await session.detach();
  await context.clearCookies();
}

/** Empties a page that a test has left. False where that can't be done. */
async function isEmptied(page: Page): Promise<boolean> {
  if (spentPages.has(page)) return false;
  try {
    for (const heard of HEARD) page.removeAllListeners(heard);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.evaluate(() => {
      if (location.protocol === 'about:') return;
      sessionStorage.clear();
      // Documents that end note where they were scrolled to.
      Storage.prototype.setItem = () => {};
    });
    await page.goto('about:blank', { waitUntil: 'commit' });
    await page.mouse.move(-1, -1);
    return true;
  } catch {
    return false;
  }
}

/** Closes the pages of a profile that a test has left but one, and keeps it for the next one. */
export async function leaveProfile(context: BrowserContext): Promise<void> {
  const profile = profiles.get(context);
  const isThere = !context.isClosed() && context.browser()?.isConnected() === true;
  if (!profile || profile.isSpent || !isThere) return context.close();
  const [first, ...others] = context.pages();
  // The page for the next test: without any, the process that shows pages would end.
  const isKept = first !== undefined && (await isEmptied(first));
  if (!isKept) await context.newPage();
  const unused = isKept || !first ? others : [first, ...others];
  await Promise.all(
    unused.map(async (page) => {
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
