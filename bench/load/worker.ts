import { sendGets } from './gets.ts';
import type { Job, Load } from './jobs.ts';
import { sendOrders } from './orders.ts';
import { sendSql } from './sql.ts';

// A process that makes load and nothing else, so that the generator's work is not done in the
// event loop of what it measures. Gets one job, answers what came of it, and ends.

function work(job: Job): Promise<Load> {
  if (job.kind === 'get') return sendGets(job);
  if (job.kind === 'order') return sendOrders(job);
  return sendSql(job);
}

process.once('message', (job: Job) => {
  work(job).then(
    (load) => process.send?.({ load }, () => process.disconnect()),
    (error: Error) => process.send?.({ error: error.stack }, () => process.disconnect()),
  );
});
// The bench is gone.
process.once('disconnect', () => process.exit());
