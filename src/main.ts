import { once } from 'node:events';
import * as build from 'virtual:react-router/server-build';
import { createRequestHandler } from 'react-router';
import { ConfigError, readConfig } from '#config.ts';
import { followNpm } from '#server/follow-npm.ts';
import { logEverything } from '#server/process-log.ts';
import { startShop } from '#server/start-shop.ts';
import { StartError } from '#shared/start-error.ts';

// The program: the only module whose import has effects.

// `npm start` passes Ctrl-C on to the shop, which has got it from the terminal already.
const SAME_SIGNAL_MS = 1_000;

const { log, print, printFault } = logEverything();

const calledOff = new AbortController();
let firstSignalAt = 0;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    if (!calledOff.signal.aborted) {
      firstSignalAt = Date.now();
      calledOff.abort();
    } else if (Date.now() - firstSignalAt > SAME_SIGNAL_MS) {
      process.exit(1);
    }
  });
}
followNpm();

try {
  const config = readConfig();
  const shop = await startShop({
    config,
    renderPage: createRequestHandler(build, 'production'),
    log,
    signal: calledOff.signal,
    onLost: fail,
  });
  // In production programs read what the shop writes; a demo is started by a person.
  const isDemo = config.mode === 'demo';
  if (isDemo) print(shop.lines.join('\n'));
  else log.info('shop.open', { lines: shop.lines });
  if (!calledOff.signal.aborted) await once(calledOff.signal, 'abort');
  if (isDemo) print('Stopping …');
  else log.info('shop.stopping');
  await shop.stop();
  process.exit(0);
} catch (error) {
  if (calledOff.signal.aborted && error === calledOff.signal.reason) process.exit(0);
  fail(error);
}

/** What whoever runs the shop can mend is told in a line; anything else is a bug, with its stack. */
function fail(error: unknown): never {
  if (error instanceof StartError || error instanceof ConfigError) printFault(error.message);
  else log.error('start.failed', error);
  process.exit(1);
}
