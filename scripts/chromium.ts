import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

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
 * The Chromium that browser tests drive: the one named by CHROMIUM, one that is installed, or
 * Debian's package, which root gets installed. Throws a line that says what to do otherwise.
 */
export async function findChromium(): Promise<string> {
  const named = process.env.CHROMIUM;
  const found = [named, ...PLACES].find((path) => path && existsSync(path));
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
    ]) {
      const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' });
      if (status !== 0) throw new Error(`apt-get ${args.join(' ')} failed: ${stderr.slice(-500)}`);
    }
    const installed = PLACES.find((path) => existsSync(path));
    if (installed) return installed;
  }
  throw new Error('This needs Chromium. Install it, or name one with CHROMIUM=/path.');
}
