import { sendGets } from './gets.ts';
import type { Job, Load } from './jobs.ts';
import { sendOrders } from './orders.ts';
import { sendSql } from './sql.ts';

// A process that only makes load, so that this work does not run in the event loop that is
// measured. It gets one job, sends back the result, and ends.

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
// The bench has ended.
process.once('disconnect', () => process.exit());
