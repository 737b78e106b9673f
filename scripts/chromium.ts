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
/**
 * Chromium without a window. It shows the same pages as the browsers with one, and is faster by a
 * quarter.
 */
const SHELL = '/usr/bin/chromium-headless-shell';

// Debian's Chromium sends requests to Google's hosts at every start, which tests do not need.
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
  // On Ctrl-C Playwright closes the browser and ends the process by default, before other cleanup
  // can run.
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
 * The Chromium for tests and the bench: the one that CHROMIUM names, an installed one (complete or,
 * with `shellFirst`, preferably one without a window), or Debian's package, which is installed when
 * root runs this. Otherwise throws a line that says what to do.
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
    // Ubuntu and older versions of Debian have no such package.
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
