import { readConfig } from '#config.ts';
import { openShopDatabase } from '#server/start/shop-database.ts';
import { silentLog } from '#shared/log.ts';
import { runClients } from './concurrent-clients.ts';
import { createTemplate } from './fresh-values.ts';
import type { Load, SqlJob } from './jobs.ts';

/**
 * Sends the SQL of orders repeatedly and directly to the shop's database, and ignores the results.
 * The statements have the same order as in the shop, and are prepared where the shop prepares them.
 * Each client has one connection, and sends one statement after the other.
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
      const sent = Array.from(clients, () => 0);
      return await runClients(job, async (nr) => {
        const turn = sent[nr] ?? 0;
        sent[nr] = turn + 1;
        const statements = templates[(nr + turn * clients.length) % templates.length]?.() ?? [];
        for (const statement of statements) await clients[nr]?.query(statement);
      });
    } finally {
      for (const client of clients) client.release();
    }
  } finally {
    await close();
  }
}
