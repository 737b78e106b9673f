import { ConfigError, readConfig } from '#config.ts';
import type { Database } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { syncCategories } from '#features/catalog/catalog.ts';
import type { Ctx } from '#features/context.ts';
import { readAuthSecret } from '#server/auth-secret.ts';
import { createContext } from '#server/create-context.ts';
import { checkDatabase, openShopDatabase } from '#server/shop-database.ts';
import { AppError } from '#shared/errors.ts';
import { jsonLog } from '#shared/log.ts';
import { StartError } from '#shared/start-error.ts';

/**
 * Runs a command on the shop's database, whether the shop is running or not. What the operator can
 * mend is one line on standard error; the exit code is 1 then, and what `work` answers otherwise.
 */
export async function withShop(
  work: (ctx: Ctx, database: Database) => Promise<number>,
): Promise<void> {
  try {
    const config = readConfig();
    const opened = await openShopDatabase(config, { log: jsonLog, onLost: fail, beside: true });
    try {
      await checkDatabase(opened, config.mode);
      await migrateDatabase(opened.database, config.projectRoot);
      const authSecret = config.authSecret ?? (await readAuthSecret(opened.dataDir));
      const { ctx } = await createContext({
        config,
        database: opened.database,
        dataDir: opened.dataDir,
        authSecret,
        log: jsonLog,
      });
      await syncCategories(ctx);
      process.exitCode = await work(ctx, opened.database);
    } finally {
      await opened.close();
    }
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): never {
  const expected = [StartError, ConfigError, AppError].some((kind) => error instanceof kind);
  if (expected) console.error((error as Error).message);
  else jsonLog.error('command.failed', error);
  process.exit(1);
}
