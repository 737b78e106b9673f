import lighthouse from 'lighthouse';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#features/accounts/demo-account-list.ts';
import { launchChromium } from '../chromium.ts';
import { freePort } from '../running-shop.ts';

const PAGES = {
  home: { path: '/', skipAudits: [] },
  category: { path: '/cloths', skipAudits: [] },
  product: { path: '/product/skerry-cable-jumper', skipAudits: [] },
  // The cart is excluded from search engines on purpose, so this audit does not apply.
  cart: { path: '/shoppingCart', skipAudits: ['is-crawlable'] },
};
export type PageName = keyof typeof PAGES;
const ALL_PAGES = Object.keys(PAGES) as PageName[];

/** The required scores. */
export const MIN_SCORES = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
export type Category = keyof typeof MIN_SCORES;

export const METRICS = {
  LCP: 'largest-contentful-paint',
  CLS: 'cumulative-layout-shift',
  TBT: 'total-blocking-time',
};
export type Metric = keyof typeof METRICS;

export interface Run {
  scores: Record<Category, number>;
  metrics: Record<Metric, number>;
  /** The audits that failed. */
  failed: string[];
}

/** Runs Lighthouse on a demo shop's pages, on a slow phone, signed in. */
export async function judgePages(
  url: string,
  options: { runs: number; pages?: PageName[]; signal?: AbortSignal },
): Promise<{ name: PageName; runs: Run[] }[]> {
  const { runs, pages = ALL_PAGES, signal } = options;
  const port = await freePort();
  const browser = await launchChromium([`--remote-debugging-port=${port}`], {
    endsProcessOnSignal: false,
  });
  const close = () => void browser.close();
  signal?.addEventListener('abort', close);
  try {
    const cookie = await shopWithCart(url);
    const judged: { name: PageName; runs: Run[] }[] = [];
    for (const name of pages) {
      const { path, skipAudits } = PAGES[name];
      const done: Run[] = [];
      for (let i = 0; i < runs; i += 1) {
        signal?.throwIfAborted();
        done.push(await judge(url + path, { port, cookie, skipAudits }));
      }
      judged.push({ name, runs: done });
    }
    return judged;
  } finally {
    signal?.removeEventListener('abort', close);
    await browser.close();
  }
}

async function judge(
  address: string,
  options: { port: number; cookie: string; skipAudits: string[] },
  attempts = 3,
): Promise<Run> {
  const { port, cookie, skipAudits } = options;
  const result = await lighthouse(address, {
    port,
    logLevel: 'error',
    onlyCategories: Object.keys(MIN_SCORES),
    skipAudits,
    // The cookie is sent with each request, so that every run may start with an empty browser.
    extraHeaders: { Cookie: cookie },
  });
  if (!result) throw new Error(`Lighthouse returned no result for ${address}.`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) {
    // On a busy machine a recording sometimes misses its start.
    if (attempts > 1) return judge(address, options, attempts - 1);
    throw new Error(`${address}: ${runtimeError.message}`);
  }
  const counted = Object.keys(MIN_SCORES)
    .filter((name) => name !== 'performance')
    .flatMap((name) => categories[name]?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0);
  return {
    scores: mapValues(MIN_SCORES, (_, name) => Math.round((categories[name]?.score ?? 0) * 100)),
    metrics: mapValues(METRICS, (id) => audits[id]?.numericValue ?? Number.NaN),
    failed: counted
      .map(({ id }) => audits[id])
      .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 1)
      .map((audit) => `${audit?.id}, ${audit?.title}`),
  };
}

function mapValues<Key extends string, From, To>(
  values: Record<Key, From>,
  change: (value: From, key: Key) => To,
): Record<Key, To> {
  const entries = Object.entries(values) as [Key, From][];
  return Object.fromEntries(entries.map(([key, value]) => [key, change(value, key)])) as Record<
    Key,
    To
  >;
}

/** Signs the demo customer in and adds a product to the cart; returns the cookie to send. */
async function shopWithCart(url: string): Promise<string> {
  const email = DEMO_ACCOUNTS.map((account) => account.email).find((e) => e.startsWith('shopper'));
  const signedIn = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const listed = await fetch(`${url}/products?category=Gadget&limit=1`);
  const [product] = (await listed.json()) as { variants: { _id: string }[] }[];
  const added = await fetch(`${url}/cart`, {
    method: 'POST',
    headers: { Origin: url, Cookie: cookie, Accept: 'text/html' },
    body: new URLSearchParams({
      intent: 'add',
      variantId: product?.variants[0]?._id ?? '',
      quantity: '1',
    }),
    redirect: 'manual',
  });
  if (added.status !== 302) throw new Error(`The cart could not be filled: ${added.status}.`);
  return cookie;
}
