/** How the calls write a job. */
import { z } from '@hono/zod-openapi';
import {
  type JobProblem,
  type JobStatus,
  type JobView,
  jobKinds,
  jobStatuses,
} from './staff-jobs.schema.ts';

export const jobJson = z
  .object({
    _id: z.string(),
    kind: z.enum(jobKinds),
    status: z.enum(Object.keys(jobStatuses) as [JobStatus]),
    done: z.int(),
    total: z.int().nullable().openapi({ description: 'Null until it is known.' }),
    problems: z.array(z.object({ line: z.int().nullable(), reason: z.string() })).openapi({
      description: 'The first hundred; of a stock count that has ended, all.',
    }),
    problemCount: z.int(),
    failure: z.string().nullable().openapi({ description: 'Why the job failed.' }),
    result: z.record(z.string(), z.unknown()).openapi({
      description: 'What it has done so far, or in a dry run would do.',
    }),
    notUndone: z
      .array(z.object({ _id: z.string(), name: z.string(), reason: z.string() }))
      .openapi({
        description:
          'What an undo left as it is, and why: the first hundred. `_id` is that of the product; of a stock count, that of the variant.',
      }),
    createdAt: z.string(),
    finishedAt: z.string().nullable(),
  })
  .openapi('Job');

export function toJobJson(
  job: JobView,
  problems: JobProblem[],
  notUndone: { _id: string; name: string; reason: string }[] = [],
): z.infer<typeof jobJson> {
  const { id, kind, status, done, total, problemCount, failure, result, createdAt, finishedAt } =
    job;
  const state = { kind, status, done, total, problemCount, failure, result };
  return { _id: id, ...state, problems, notUndone, createdAt, finishedAt };
}
