import { once } from 'node:events';
import { type Config, readConfig } from '#config.ts';
import { followNpm } from '#server/start/follow-npm.ts';
import { startShop } from '#server/start/start-shop.ts';
import { jsonLog } from '#shared/log.ts';
import { StartError } from '#shared/start-error.ts';
import { takeConsole } from '#shared/take-console.ts';
import { renderPage } from '#web/router-internals/render-page.ts';

// The program: the only module whose import has effects.

// `npm start` brings its own Node. A service may start the built server with an older one.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 22)) {
  process.stderr.write(
    `The server needs Node 22.22 or newer, and this is ${process.version}. "npm start" brings one.\n`,
  );
  process.exit(1);
}

// `npm start` passes Ctrl-C on to the shop, which has already received it from the terminal.
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
// Node would print such errors completely, including the values of a failed query.
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

/** In production programs read the log, so every line is JSON. */
function tell({ mode }: Config, event: string, lines: string[]): void {
  if (mode === 'production') jsonLog.info(event, { lines });
  else process.stdout.write(`${lines.join('\n')}\n`);
}

function crash(error: unknown): never {
  jsonLog.error('process.failed', error);
  process.exit(1);
}

/**
 * An error that the operator can correct is one line; any other error is a bug and has its stack.
 */
function fail(error: unknown): never {
  if (error instanceof StartError) process.stderr.write(`${error.message}\n`);
  else jsonLog.error('start.failed', error);
  process.exit(1);
}
