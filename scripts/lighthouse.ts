import lighthouse from 'lighthouse';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#features/accounts/demo-accounts.ts';
import { launchChromium } from './chromium.ts';
import { freePort } from './running-shop.ts';
import { withTemporaryShop } from './temporary-shop.ts';

// npm run lighthouse: Lighthouse's own judgement of a freshly started demo shop, as a slow phone gets
// it, signed in. The medians of three runs; ends with 1 when one is below what we hold ourselves to.

const RUNS = 3;
const PAGES = [
  { name: 'home', path: '/' },
  { name: 'category', path: '/cloths' },
  { name: 'product', path: '/product/skerry-cable-jumper' },
  // Search engines are told to leave the cart out, so that audit of it says nothing.
  { name: 'cart', path: '/shoppingCart', skipAudits: ['is-crawlable'] },
];
const LEAST = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
const METRICS = {
  LCP: 'largest-contentful-paint',
  CLS: 'cumulative-layout-shift',
  TBT: 'total-blocking-time',
};

interface Run {
  scores: number[];
  metrics: number[];
  /** Audits that did not pass, to know where to look. */
  failed: string[];
}

await withTemporaryShop(async ({ url }) => {
  const port = await freePort();
  const browser = await launchChromium([`--remote-debugging-port=${port}`]);
  try {
    const cookie = await shopWithCart(url);
    const rows: Record<string, Record<string, string | number>> = {};
    for (const { name, path, skipAudits } of PAGES) {
      const runs: Run[] = [];
      for (let i = 0; i < RUNS; i += 1) {
        runs.push(await judge(url + path, { port, cookie, skipAudits: skipAudits ?? [] }));
      }
      rows[name] = summary(runs);
      for (const failed of new Set(runs.flatMap((run) => run.failed)))
        console.log(`${name}: ${failed}`);
    }
    console.table(rows);
  } finally {
    await browser.close();
  }
});

async function judge(
  address: string,
  options: { port: number; cookie: string; skipAudits: string[] },
  attempts = 3,
): Promise<Run> {
  const { port, cookie, skipAudits } = options;
  const result = await lighthouse(address, {
    port,
    logLevel: 'error',
    onlyCategories: Object.keys(LEAST),
    skipAudits,
    // The cookie comes with each request, so that every run may start with an empty browser.
    extraHeaders: { Cookie: cookie },
  });
  if (!result) throw new Error(`Lighthouse had nothing to say of ${address}.`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) {
    // On a busy machine a recording misses its own start now and then.
    if (attempts > 1) return judge(address, options, attempts - 1);
    throw new Error(`${address}: ${runtimeError.message}`);
  }
  const counted = Object.keys(LEAST)
    .filter((name) => name !== 'performance')
    .flatMap((name) => categories[name]?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0);
  return {
    scores: Object.keys(LEAST).map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    metrics: Object.values(METRICS).map((id) => audits[id]?.numericValue ?? Number.NaN),
    failed: counted
      .map(({ id }) => audits[id])
      .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 1)
      .map((audit) => `${audit?.id}, ${audit?.title}`),
  };
}

/** A row of the table; marks the process as failed when a score is too low. */
function summary(runs: Run[]): Record<string, string | number> {
  const scores = Object.entries(LEAST).map(([name, least], i): [string, number] => {
    const score = median(runs.map((run) => run.scores[i] ?? 0));
    if (score < least) process.exitCode = 1;
    return [name, score];
  });
  const metrics = Object.keys(METRICS).map((name, i): [string, string] => {
    const value = median(runs.map((run) => run.metrics[i] ?? Number.NaN));
    return [name, name === 'CLS' ? value.toFixed(3) : `${Math.round(value)} ms`];
  });
  return Object.fromEntries([...scores, ...metrics]);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Signs the demo shopper in and puts something into the cart; answers the cookie to send. */
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
