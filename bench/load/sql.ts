import { readConfig } from '#config.ts';
import { openShopDatabase } from '#server/start/shop-database.ts';
import { silentLog } from '#shared/log.ts';
import { createTemplate } from './fresh-values.ts';
import type { Load, SqlJob } from './jobs.ts';
import { runLanes } from './lanes.ts';

/**
 * Sends the SQL of orders repeatedly and directly to the shop's database, and ignores the results.
 * The statements have the same order as in the shop, and are prepared where the shop prepares them.
 * Each lane has one connection, and sends one statement after the other.
 */
export async function sendSql(job: SqlJob): Promise<Load> {
  const { database, close } = await openShopDatabase(readConfig({ DATA_DIR: job.dataDir }), {
    log: silentLog,
    onLost: (error) => {
      throw error;
    },
    beside: true,
  });
  const templates = job.samples.map(createTemplate);
  try {
    const clients = await Promise.all(
      Array.from({ length: job.connections }, () => database.pool.connect()),
    );
    try {
      return await runLanes(job, async (lane) => {
        const statements = templates[lane % templates.length]?.() ?? [];
        for (const statement of statements) await clients[lane]?.query(statement);
      });
    } finally {
      for (const client of clients) client.release();
    }
  } finally {
    await close();
  }
}
