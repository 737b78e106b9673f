/**
 * The shop's upkeep as a process of its own, one round for each message, at the time of day that the
 * message says: so that a week passes in a moment, and the process can be killed in the middle.
 */
import { readConfig } from '#config.ts';
import { openDatabase } from '#db/client.ts';
import { createContext } from '#server/create-context.ts';
import { runUpkeep } from '#server/upkeep.ts';
import { silentLog } from '#shared/log.ts';

const config = readConfig();
const { databaseUrl, dataDir, authSecret } = config;
if (!databaseUrl || !dataDir || !authSecret) throw new Error('Upkeep needs settings of its own.');
let ahead = 0;
const { ctx } = createContext({
  config,
  database: openDatabase(databaseUrl, { maxConnections: 4, onError: () => undefined }),
  dataDir,
  authSecret,
  log: silentLog,
  now: () => new Date(Date.now() + ahead),
});

process.on('message', async (aheadMs: number) => {
  ahead = aheadMs;
  const failure = await runUpkeep(ctx).then(
    () => null,
    (error: unknown) => String(error),
  );
  process.send?.({ failure });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
