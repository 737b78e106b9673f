import { expect, test } from 'vitest';
import type { JobStatus } from '#features/staff-jobs/staff-jobs.schema.ts';
import type { CountedVariant } from '../../../components/console/counting/counted-variants.ts';
import type { CountJob } from './count-calls.ts';
import { afterApplying, describeOutcome, outcomeOf } from './count-outcome.ts';

const sent = ['a', 'b', 'c', 'd'].map((_id) => ({ _id, counted: 2, expected: 5 }));
const rows = sent.map((one) => ({ ...one, problem: null })) as unknown as CountedVariant[];
const jobOf = (status: JobStatus, done: number, more: Partial<CountJob> = {}): CountJob => ({
  ...{ _id: 'job_1', status, done, total: 4, failure: null },
  ...{ problems: [], result: {}, ...more },
});
const leftAfter = (job: CountJob) =>
  afterApplying(rows, sent, outcomeOf(sent, job)).map(({ _id }) => _id);

test('what a job has applied leaves the page, and what it left out or has not come to stays', () => {
  const second = { problems: [{ line: 2, reason: 'Why' }] };
  const after = afterApplying(rows, sent, outcomeOf(sent, jobOf('done', 4, second)));
  expect(after.map(({ _id, problem }) => [_id, problem])).toEqual([['b', 'Why']]);
  expect(leftAfter(jobOf('cancelled', 1))).toEqual(['b', 'c', 'd']);
  expect(leftAfter(jobOf('cancelled', 3, second))).toEqual(['b', 'd']);
  // Counted again meanwhile.
  const again = rows.map((row) => (row._id === 'c' ? { ...row, counted: 3 } : row));
  const known = outcomeOf(sent, jobOf('done', 4));
  expect(afterApplying(again, sent, known).map(({ _id }) => _id)).toEqual(['c']);
  expect(describeOutcome(1, 4, jobOf('done', 4))).toBe('1 of 4 counts applied.');
});

test('everything of a job that was undone stays, also when its undo failed', () => {
  const takenBack = { result: { takenBack: 1 } };
  const all = ['a', 'b', 'c', 'd'];
  expect(leftAfter(jobOf('undoing', 1, takenBack))).toEqual(all);
  expect(leftAfter(jobOf('undone', 4, takenBack))).toEqual(all);
  expect(leftAfter(jobOf('failed', 3, takenBack))).toEqual(all);
  expect(leftAfter(jobOf('failed', 3))).toEqual(['d']);
  const undone = jobOf('undone', 4, takenBack);
  expect(describeOutcome(0, 4, undone)).toMatch(/^The counts that were sent were undone/);
  expect(describeOutcome(2, 6, undone)).toMatch(/^2 of 6 counts applied\. The counts .* undone/);
  expect(describeOutcome(0, 4, jobOf('failed', 3, takenBack))).toContain('The undo of the counts');
});
