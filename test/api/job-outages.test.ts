import { expect, inject, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { startMailDelivery } from '#server/jobs/email-delivery.ts';
import { startImageJobs } from '#server/jobs/image-jobs.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { startSearchJobs } from '#server/jobs/search-jobs.ts';
import { startStaffJobs } from '#server/jobs/staff-jobs.ts';
import type { Log } from '#shared/log.ts';
import { openTestShop } from '../support/shop.ts';

test('background jobs without a database say so in one line each, as a warning', async () => {
  const logged: [level: string, event: string, about: unknown][] = [];
  const log: Log = {
    info() {},
    warn: (event, about) => logged.push(['warn', event, about]),
    error: (event, error) => logged.push(['error', event, error]),
  };
  const shop = await openTestShop({ log });
  const { database: name } = shop.database.connection;
  const server = openDatabase(inject('postgres'), { maxConnections: 1 });
  await server.pool.query(`alter database ${name} allow_connections false`);
  await server.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
  await server.close();

  const { context } = shop;
  const stops = [
    startJobs(context),
    startImageJobs(context.ctx),
    startMailDelivery(context.ctx),
    startStaffJobs(context.ctx),
    startSearchJobs(context.ctx, context.database),
  ];
  const events = ['jobs.failed', 'jobs.images', 'mail.delivery', 'jobs.staff', 'jobs.search'];
  await expect.poll(() => logged.map(([, event]) => event)).toEqual(expect.arrayContaining(events));
  await Promise.all(stops.map((stop) => stop()));
  for (const [level, event, about] of logged) {
    // A connection from before the outage may be the first to be used.
    const reason = expect.stringMatching(
      /not currently accepting connections|EPIPE|ECONNRESET|terminat/,
    );
    expect([level, event, about]).toEqual(['warn', event, { code: 'unavailable', reason }]);
  }
  await shop.close();
});
