import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { apt, canInstall, install } from './debian-packages.ts';

const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** The same engine without a window or what belongs to one: pages are the same, sooner by a quarter. */
const SHELL = '/usr/bin/chromium-headless-shell';

// Debian's Chromium asks Google's hosts for this and that at every start; nothing here needs them.
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Opens the Chromium of `findChromium` without a window; more arguments may be given. */
export async function launchChromium(
  args: string[] = [],
  options: { endsProcessOnSignal?: boolean } = {},
): Promise<Browser> {
  // Playwright's own answer to Ctrl-C is to close the browser and end the process, whatever else
  // there is to clear away.
  const { endsProcessOnSignal: ends = true } = options;
  return chromium.launch({
    executablePath: await findChromium(),
    args: [...ARGS, ...args],
    handleSIGINT: ends,
    handleSIGTERM: ends,
    handleSIGHUP: ends,
  });
}

/**
 * The Chromium that tests and the bench drive: the one named by CHROMIUM, one that is installed
 * (whole or, when that is asked for first, without a window), or Debian's package, which root gets
 * installed. Throws a line that says what to do otherwise.
 */
export async function findChromium({ shellFirst = false } = {}): Promise<string> {
  const places = shellFirst ? [SHELL, ...BROWSERS] : [...BROWSERS, SHELL];
  const findOne = () => places.find((path) => existsSync(path));
  const named = process.env.CHROMIUM;
  if (named && !existsSync(named)) throw new Error(`There is no ${named}, which CHROMIUM names.`);
  if (named) return named;
  const found = findOne();
  if (found) return found;
  if (canInstall()) {
    console.log('Installing Chromium …');
    const failures = [apt(['update', '-qq']), install([basename(SHELL)])];
    // Ubuntu has no such package, and neither have Debian's older ones.
    if (!findOne()) failures.push(install(['chromium']));
    const installed = findOne();
    if (installed) return installed;
    const reasons = failures.filter((failure) => failure !== null);
    throw new Error(
      ['Chromium could not be installed. Name one with CHROMIUM=/path.', ...reasons].join('\n'),
    );
  }
  throw new Error('This needs Chromium. Install it, or name one with CHROMIUM=/path.');
}
