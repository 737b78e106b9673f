/** The calls by which staff watch and stop their jobs. */

import type { Actor } from '../actor.ts';
import { idParam } from '../api-fields.ts';
import { apiRoute, newRouter } from '../api-route.ts';
import type { Ctx } from '../context.ts';
import { jobJson, toJobJson } from './job-json.ts';
import { type JobView, mostNamed } from './staff-jobs.schema.ts';
import {
  cancelJob,
  getJob,
  listItems,
  listProblems,
  pauseJob,
  resumeJob,
  undoJob,
} from './staff-jobs.ts';

/** How many things that an undo left as they are a response names. */
const MAX_KEPT = 100;

const one = apiRoute({
  method: 'get',
  path: '/api/v1/jobs/{id}',
  tags: ['Jobs'],
  summary: 'How far a job is',
  policy: 'admin',
  request: { params: idParam },
  returns: { status: 200, description: 'The job', schema: jobJson },
  refusals: ['not_found', 'invalid_request'],
});

const act = <const Verb extends string>(verb: Verb, summary: string, description: string) =>
  apiRoute({
    method: 'post',
    path: `/api/v1/jobs/{id}/${verb}` as const,
    tags: ['Jobs'],
    summary,
    description: `${description} A repeat does nothing. \`job_state\`: the job is in another state.`,
    policy: 'admin',
    request: { params: idParam },
    returns: { status: 200, description: 'The job as it is now', schema: jobJson },
    refusals: ['not_found', 'invalid_request', 'job_state'],
  });

const cancel = act(
  'cancel',
  'Stop a job for good',
  'A running job stops after its current batch. What it did stays, and can be undone.',
);
const pause = act('pause', 'Stop a job until it is resumed', 'It stops after its current batch.');
const resume = act('resume', 'Go on with a paused job', 'It goes on where it stopped.');
const undo = act(
  'undo',
  'Take back what a job did',
  'Except what was edited since, and of an import what was sold since: `notUndone` lists that, and a repeat tries it again. It runs like a job.',
);

export const staffJobsApi = newRouter();

staffJobsApi.openapi(one, async (c) => {
  const { ctx, actor } = c.var;
  return c.json(
    await withDetails(ctx, actor, await getJob(ctx, actor, c.req.valid('param').id)),
    200,
  );
});
staffJobsApi.openapi(cancel, async (c) => {
  const { ctx, actor } = c.var;
  return c.json(
    await withDetails(ctx, actor, await cancelJob(ctx, actor, c.req.valid('param').id)),
    200,
  );
});
staffJobsApi.openapi(pause, async (c) => {
  const { ctx, actor } = c.var;
  return c.json(
    await withDetails(ctx, actor, await pauseJob(ctx, actor, c.req.valid('param').id)),
    200,
  );
});
staffJobsApi.openapi(resume, async (c) => {
  const { ctx, actor } = c.var;
  return c.json(
    await withDetails(ctx, actor, await resumeJob(ctx, actor, c.req.valid('param').id)),
    200,
  );
});
staffJobsApi.openapi(undo, async (c) => {
  const { ctx, actor } = c.var;
  return c.json(
    await withDetails(ctx, actor, await undoJob(ctx, actor, c.req.valid('param').id)),
    200,
  );
});

async function withDetails(ctx: Ctx, actor: Actor, job: JobView) {
  const problems = await listProblems(ctx, actor, job.id, mostNamed(job));
  const kept = await listItems(ctx, actor, job.id, { isKept: true }, MAX_KEPT);
  const notUndone = kept.map(({ subject, label, kept: reason }) => ({
    ...{ _id: subject, name: label, reason: reason ?? '' },
  }));
  return toJobJson(job, problems, notUndone);
}
