import { readConfig } from '#config.ts';
import type { Database } from '#db/client.ts';
import { hasMigrations, migrateDatabase } from '#db/migrate.ts';
import { requireOneCurrency, setUpCategories } from '#features/catalog/catalog.ts';
import type { Ctx } from '#features/context.ts';
import { setUpDelivery } from '#features/delivery/delivery.ts';
import { readAuthSecret } from '#server/start/auth-secret.ts';
import { createContext } from '#server/start/create-context.ts';
import { describeDatabaseRefusal } from '#server/start/database-refusal.ts';
import { checkDatabase, openShopDatabase, type ShopDatabase } from '#server/start/shop-database.ts';
import { requireSameDays } from '#server/start/shop-time-zone.ts';
import { AppError } from '#shared/errors.ts';
import { jsonLog } from '#shared/log.ts';
import { StartError } from '#shared/start-error.ts';

/**
 * Runs a command on the shop's database, whether the shop is running or not, and names that
 * database on standard error. Refuses a database without a shop. An error that the operator can
 * correct is one line on standard error, and the exit code is 1; otherwise it is what `work`
 * returns.
 */
export async function withShop(
  work: (ctx: Ctx, database: Database) => Promise<number>,
): Promise<void> {
  try {
    const config = readConfig();
    const opened = await openShopDatabase(config, { log: jsonLog, onLost: fail, beside: true });
    try {
      await checkDatabase(opened, config.mode);
      await requireShop(opened);
      console.error(`Database: ${describePlace(opened)}`);
      await migrateDatabase(opened.database, config.projectRoot);
      const authSecret = config.authSecret ?? (await readAuthSecret(opened.dataDir));
      const { ctx } = await createContext({
        config,
        database: opened.database,
        dataDir: opened.dataDir,
        authSecret,
        log: jsonLog,
      });
      await requireOneCurrency(ctx);
      await requireSameDays(ctx);
      await setUpCategories(ctx);
      await setUpDelivery(ctx);
      process.exitCode = await work(ctx, opened.database);
    } catch (error) {
      throw describeDatabaseRefusal(error, describePlace(opened));
    } finally {
      await opened.close();
    }
  } catch (error) {
    fail(error);
  }
}

async function requireShop(opened: ShopDatabase): Promise<void> {
  if (await hasMigrations(opened.database)) return;
  throw new StartError(
    `There is no shop in ${describePlace(opened)}. Check DATABASE_URL, or start the shop once with npm start.`,
  );
}

function describePlace({ place, dataDir }: ShopDatabase): string {
  return place === 'embedded' ? `the shop's own, in ${dataDir}` : place;
}

function fail(error: unknown): never {
  const expected = error instanceof StartError || error instanceof AppError;
  if (expected) console.error(error.message);
  else jsonLog.error('command.failed', error);
  process.exit(1);
}
