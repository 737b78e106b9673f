import type { Job, Load } from './jobs.ts';

// A process that only makes load, so that this work does not run in the event loop that is
// measured. It gets one job, sends back the result, and ends.

// Each job loads only the code that it needs: that of SQL is most of the shop.
async function work(job: Job): Promise<Load> {
  if (job.kind === 'get') return (await import('./gets.ts')).sendGets(job);
  if (job.kind === 'order') return (await import('./orders.ts')).sendOrders(job);
  if (job.kind === 'flash') return (await import('./flash.ts')).sendFlash(job);
  return (await import('./sql.ts')).sendSql(job);
}

process.once('message', (job: Job) => {
  work(job).then(
    (load) => process.send?.({ load }, () => process.disconnect()),
    (error: Error) => process.send?.({ error: error.stack }, () => process.disconnect()),
  );
});
// The bench has ended.
process.once('disconnect', () => process.exit());
