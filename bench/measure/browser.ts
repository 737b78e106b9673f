import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/chromium.ts';
import { abortSignal } from '../abort-signal.ts';
import { firstClick } from '../browser/first-click.ts';
import { loadOnPhone } from '../browser/loads.ts';
import { clickThrough } from '../browser/next-pages.ts';
import { PHONE_FLAGS } from '../browser/phone.ts';
import { weighScripts } from '../browser/script-bytes.ts';
import { tapThrough } from '../browser/taps.ts';
import type { PageMetrics } from '../browser/watch-page.ts';
import { BUDGETS } from '../figures/budgets.ts';
import { type Row, ratioRow, valueRow } from '../figures/row.ts';
import { inTurn, type Measurement } from '../measurement.ts';
import { signInCustomer } from '../shop/customer.ts';

const PAGES = [
  { name: 'home', path: '/' },
  { name: 'category', path: '/cloths' },
  { name: 'product', path: '/product/skerry-cable-jumper' },
  { name: 'cart', path: '/shoppingCart' },
];

/** Measures how long a person waits, on a mid-range phone and on a desktop. */
export const measureBrowser: Measurement = async ({ shop: { url }, effort, say }) => {
  const { cookie } = await signInCustomer(url);
  const browser = await launchChromium(PHONE_FLAGS, { endsProcessOnSignal: false });
  const close = () => void browser.close();
  abortSignal.addEventListener('abort', close);
  const loads = Array.from({ length: effort.loads });
  try {
    say(`${effort.loads} loads of ${PAGES.length} pages on a slow phone`);
    const loaded = await inTurn(PAGES, async ({ name, path }) => ({
      name,
      notes: await inTurn(loads, () => loadOnPhone(browser, { url, path, cookie })),
    }));
    say('taps on a slow phone');
    const tapped = (
      await inTurn(loads, () => tapThrough(browser, { url, path: '/gadget', cookie }))
    ).flat();
    say(`${effort.clicks} clicks to a next page`);
    const next = await clickThrough(browser, { url, path: '/cloths', cookie }, effort.clicks);
    say('first clicks on a product');
    const firstClicks = await measureFirstClicks(browser, { url, path: '/cloths', cookie }, loads);
    const paths = PAGES.map(({ path }) => path);
    const scripts = await weighScripts(browser, { url, paths, cookie });
    return toRows({ loaded, tapped, next, firstClicks, scripts });
  } finally {
    abortSignal.removeEventListener('abort', close);
    await browser.close();
  }
};

interface Measured {
  loaded: { name: string; notes: PageMetrics[] }[];
  tapped: Awaited<ReturnType<typeof tapThrough>>;
  /** Milliseconds of each click. */
  next: number[];
  firstClicks: Row;
  scripts: Awaited<ReturnType<typeof weighScripts>>;
}

function toRows({ loaded, tapped, next, firstClicks, scripts }: Measured): Row[] {
  const all = loaded.flatMap(({ notes }) => notes);
  const taps = [...new Set(tapped.map(({ what }) => what))];
  return [
    ...loaded.map(({ name, notes }) =>
      valueRow(`LCP on a phone, ${name}`, 'ms', notes.map(lcpOf), BUDGETS.lcpMs),
    ),
    valueRow(
      'CLS on a phone, the most of four pages',
      'shift',
      [most(all.map(shiftOf))],
      BUDGETS.cls,
    ),
    ...loaded.map(({ name, notes }) =>
      valueRow(`longest task of a load, ${name}`, 'ms', notes.map(longestOf), BUDGETS.longTaskMs),
    ),
    ...taps.map((what) => {
      const of = tapped.filter((tap) => tap.what === what);
      const times = of.map(({ interactionMs }) => interactionMs);
      return valueRow(`tap to paint (INP), ${what}`, 'ms', times, BUDGETS.inpMs);
    }),
    valueRow(
      'longest task after a tap',
      'ms',
      tapped.map(({ longestTaskMs }) => longestTaskMs),
      BUDGETS.longTaskMs,
    ),
    valueRow('click to next page painted, prefetched', 'ms', next, BUDGETS.nextPageMs),
    firstClicks,
    ...scriptRows(scripts),
  ];
}

function scriptRows(scripts: Measured['scripts']): Row[] {
  return [
    valueRow(
      'script of a first load, the most',
      'KB',
      [most(scripts.first)],
      BUDGETS.firstScriptKb,
    ),
    valueRow(
      'script of a further page, the most',
      'KB',
      [most(scripts.further)],
      BUDGETS.furtherScriptKb,
    ),
    valueRow(
      'script of all panels, once in a visit',
      'KB',
      [scripts.panels],
      BUDGETS.panelScriptKb,
    ),
  ];
}

const lcpOf = ({ lcpMs }: PageMetrics) => lcpMs;
// Rounds to a thousandth; finer differences mean nothing.
const shiftOf = ({ shift }: PageMetrics) => Math.round(shift * 1000) / 1000;
const most = (values: number[]) => Math.max(0, ...values);
const longestOf = ({ longTasksMs }: PageMetrics) => most(longTasksMs);

/** Measures with and without the code of visible links, alternately. */
async function measureFirstClicks(
  browser: Browser,
  target: { url: string; path: string; cookie: string },
  rounds: unknown[],
): Promise<Row> {
  const clicks = await inTurn(rounds, async () => ({
    value: await firstClick(browser, { ...target, ahead: true }),
    baseline: await firstClick(browser, { ...target, ahead: false }),
  }));
  return ratioRow('first click to product painted, code in sight', 'ms', {
    values: clicks.map(({ value }) => value),
    baselines: clicks.map(({ baseline }) => baseline),
  });
}
