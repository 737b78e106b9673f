import { expect, test } from 'vitest';
import { type JobRunners, runNextJob } from '#features/staff-jobs/staff-jobs.ts';
import { jobRunners } from '#server/jobs/staff-jobs.ts';
import {
  act,
  find,
  many,
  never,
  query,
  runJob,
  shop,
  shopForEachTest,
  start,
} from '../support/importing.ts';
import { longestTurn } from '../support/longest-turn.ts';

shopForEachTest();

test('descriptions that take long to read leave others their turn', async () => {
  const body = '<b>x'.repeat(9_000);
  const job = await start(
    many(24, () => ({ 'Body (HTML)': body })),
    { dryRun: 'true' },
  );
  const { tookMs, longestMs } = await longestTurn(runJob);
  expect(await find(job)).toMatchObject({ status: 'done', result: { added: 24 } });
  // In one go they would hold the process for most of the time.
  expect(longestMs).toBeLessThan(tookMs / 4);
});

test('a job whose processes all end or hang at the same place fails when it is taken once more', async () => {
  const job = await start(many(3));
  // As if another process took the job while its file is checked.
  await query(`create function lose_lease() returns trigger language plpgsql as
    $$ begin update staff_jobs set lease = 'of another'; return null; end $$`);
  await query(`create trigger lose_lease before insert on staff_job_keys
    for each statement execute function lose_lease()`);
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect(await runJob()).toBe(true);
    expect((await find(job)).status).toBe('running');
    await query("update staff_jobs set lease_until = now() - interval '1 second'");
  }
  expect(await runJob()).toBe(true);
  expect(await find(job)).toMatchObject({
    status: 'failed',
    failure: expect.stringContaining('several times'),
  });
  expect(await runJob()).toBe(false);
});

test.each([
  ['cancel', 'cancelled', false],
  ['resume', 'running', true],
])('a %s that comes when the job has seen a pause is obeyed', async (late, status, goesOn) => {
  const job = await start(many(3));
  const slow: JobRunners = {
    ...jobRunners,
    import: {
      ...jobRunners.import,
      async run(ctx, run) {
        await act(job, 'pause');
        await run.beat(ctx);
        expect(run.stopped).toBe('pause');
        expect((await act(job, late)).status).toBe(200);
      },
    },
  };
  expect(await runNextJob(shop.context.ctx, slow, never)).toBe(true);
  expect((await find(job)).status).toBe(status);
  expect(await runJob()).toBe(goesOn);
  if (goesOn) expect(await find(job)).toMatchObject({ status: 'done', result: { added: 3 } });
});
