import { inject } from 'vitest';
import { readConfig } from '#config.ts';
import { openShopDatabase } from '#server/start/shop-database.ts';
import { jsonLog } from '#shared/log.ts';

/**
 * Runs a statement on the database of the running shop that browser tests use, or of another one
 * by its data folder, as an operator could.
 */
export async function queryShop<Row>(
  statement: string,
  values: unknown[] = [],
  dataDir = inject('dataDir'),
): Promise<Row[]> {
  const config = readConfig({ DATA_DIR: dataDir });
  const onLost = (error: unknown) => {
    throw error;
  };
  const { database, close } = await openShopDatabase(config, {
    log: jsonLog,
    onLost,
    beside: true,
  });
  try {
    return (await database.pool.query(statement, values)).rows;
  } finally {
    await close();
  }
}
