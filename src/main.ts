import { once } from 'node:events';
import { type Config, ConfigError, readConfig } from '#config.ts';
import { followNpm } from '#server/start/follow-npm.ts';
import { startShop } from '#server/start/start-shop.ts';
import { jsonLog } from '#shared/log.ts';
import { StartError } from '#shared/start-error.ts';
import { takeConsole } from '#shared/take-console.ts';
import { renderPage } from '#web/router-internals/render-page.ts';

// The program: the only module whose import has effects.

// `npm start` passes Ctrl-C on to the shop, which has got it from the terminal already.
const SAME_SIGNAL_MS = 1_000;

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
takeConsole(jsonLog);
// Node would print them whole, with what a failed query was given.
process.on('uncaughtException', crash);
process.on('unhandledRejection', crash);

try {
  const config = readConfig();
  const shop = await startShop({
    config,
    renderPage,
    log: jsonLog,
    signal: calledOff.signal,
    onLost: fail,
  });
  tell(config, 'shop.open', shop.lines);
  if (!calledOff.signal.aborted) await once(calledOff.signal, 'abort');
  tell(config, 'shop.stopping', ['Stopping …']);
  await shop.stop();
  process.exit(0);
} catch (error) {
  if (calledOff.signal.aborted && error === calledOff.signal.reason) process.exit(0);
  fail(error);
}

/** In production the log is read by programs, so that every line of it is JSON. */
function tell({ mode }: Config, event: string, lines: string[]): void {
  if (mode === 'production') jsonLog.info(event, { lines });
  else process.stdout.write(`${lines.join('\n')}\n`);
}

function crash(error: unknown): never {
  jsonLog.error('process.failed', error);
  process.exit(1);
}

/** What whoever runs the shop can mend is told in a line; anything else is a bug, with its stack. */
function fail(error: unknown): never {
  const canBeMended = error instanceof StartError || error instanceof ConfigError;
  if (canBeMended) process.stderr.write(`${error.message}\n`);
  else jsonLog.error('start.failed', error);
  process.exit(1);
}
