/**
 * The shop's jobs as a process of its own, one round for each message, at the time of day that the
 * message says: so that a week passes in a moment, and the process can be killed in the middle.
 */
import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '#config.ts';
import { openDatabase } from '#db/client.ts';
import { runJobs } from '#server/jobs/jobs.ts';
import { createContext } from '#server/start/create-context.ts';
import { silentLog } from '#shared/log.ts';

const config = readConfig();
const { databaseUrl, dataDir, authSecret } = config;
if (!databaseUrl || !dataDir || !authSecret) throw new Error('Jobs needs settings of its own.');
let ahead = 0;
const context = await createContext({
  config,
  database: openDatabase(databaseUrl, { maxConnections: 4, onError: () => undefined }),
  dataDir,
  authSecret,
  log: silentLog,
  now: () => new Date(Date.now() + ahead),
});

process.on('message', async (aheadMs: number) => {
  ahead = aheadMs;
  const failure = await runRound().then(
    () => null,
    (error: unknown) => String(error),
  );
  process.send?.({ failure });
});
// A shop that is at it just now is at it with its own clock: this round has to be one of ours.
async function runRound(): Promise<void> {
  while (!(await runJobs(context))) await sleep(50);
}

process.on('disconnect', () => process.exit(0));
// By itself Node writes it at the end, which a killed process never reaches.
flushCompileCache();
process.send?.('ready');
