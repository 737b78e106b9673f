import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { bytea, timestamptz } from '#db/columns.ts';
import { jobKinds } from './staff-jobs.schema.ts';

/** Files that jobs read. All processes reach them, and they survive a restart. */
export const staffFiles = pgTable('staff_files', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  /** The id of the account, or the name of the command. */
  createdBy: text('created_by').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  /** Null while it is being stored. */
  storedAt: timestamptz('stored_at'),
});

/** The content of the files, in parts. */
export const staffFileParts = pgTable(
  'staff_file_parts',
  {
    fileId: text('file_id')
      .notNull()
      .references(() => staffFiles.id, { onDelete: 'cascade' }),
    nr: integer('nr').notNull(),
    content: bytea('content').notNull(),
  },
  (t) => [primaryKey({ columns: [t.fileId, t.nr] })],
);

/** Jobs that staff start and watch. One process runs a job at a time: the one with its lease. */
export const staffJobs = pgTable(
  'staff_jobs',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: jobKinds }).notNull(),
    status: text('status', {
      enum: ['waiting', 'running', 'paused', 'done', 'failed', 'cancelled', 'undoing', 'undone'],
    })
      .notNull()
      .default('waiting'),
    /** What staff have requested for a running job. Its process stops after its next batch. */
    requested: text('requested', { enum: ['pause', 'cancel'] }),
    input: jsonb('input').$type<Record<string, unknown>>().notNull(),
    fileId: text('file_id').references(() => staffFiles.id, { onDelete: 'set null' }),
    /** Where to go on, as the kind of the job defines it; null at the start. */
    checkpoint: jsonb('checkpoint').$type<Record<string, unknown>>(),
    result: jsonb('result').$type<Record<string, unknown>>().notNull().default({}),
    done: integer('done').notNull().default(0),
    total: integer('total'),
    problemCount: integer('problem_count').notNull().default(0),
    failure: text('failure'),
    /** Whether it can be undone. */
    undoable: boolean('undoable').notNull().default(false),
    /** The process that runs it; null while none does. */
    lease: text('lease'),
    leaseUntil: timestamptz('lease_until'),
    /** How often it was begun since its last progress. */
    attempts: integer('attempts').notNull().default(0),
    createdBy: text('created_by').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    finishedAt: timestamptz('finished_at'),
  },
  (t) => [
    index('staff_jobs_open')
      .on(t.createdAt)
      .where(sql`status in ('waiting', 'running', 'undoing')`),
    index('staff_jobs_newest').on(t.kind, t.createdAt.desc(), t.id.desc()),
    index('staff_jobs_by_file').on(t.fileId),
    index('staff_jobs_finished').on(t.finishedAt).where(sql`finished_at is not null`),
    check('staff_jobs_kind_is_known', sql`${t.kind} in ('import', 'bulkEdit', 'stockCount')`),
    check(
      'staff_jobs_status_is_known',
      sql`${t.status} in ('waiting', 'running', 'paused', 'done', 'failed', 'cancelled', 'undoing', 'undone')`,
    ),
    check('staff_jobs_request_is_known', sql`${t.requested} in ('pause', 'cancel')`),
    check('staff_jobs_lease_has_an_end', sql`(${t.lease} is null) = (${t.leaseUntil} is null)`),
    check(
      'staff_jobs_failed_with_a_reason',
      sql`(${t.status} = 'failed') = (${t.failure} is not null)`,
    ),
  ],
);

/** What a job could not do. */
export const staffJobProblems = pgTable(
  'staff_job_problems',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    jobId: text('job_id')
      .notNull()
      .references(() => staffJobs.id, { onDelete: 'cascade' }),
    /** The line of the problem in the file; null if it has no line. */
    line: integer('line'),
    /** The lines that were left out because of it. */
    firstLine: integer('first_line'),
    lastLine: integer('last_line'),
    reason: text('reason').notNull(),
  },
  (t) => [
    index('staff_job_problems_by_line').on(t.jobId, t.line, t.id),
    index('staff_job_problems_by_first_line').on(t.jobId, t.firstLine, t.id),
  ],
);

/** What a job did to each subject, and the earlier state, for the undo. */
export const staffJobItems = pgTable(
  'staff_job_items',
  {
    jobId: text('job_id')
      .notNull()
      .references(() => staffJobs.id, { onDelete: 'cascade' }),
    subject: text('subject').notNull(),
    label: text('label').notNull(),
    outcome: text('outcome', { enum: ['new', 'changed'] }).notNull(),
    differences: jsonb('differences').$type<Record<string, [unknown, unknown]>>(),
    /** What changed of the record, as it was; null for a new one, and in a dry run. */
    before: jsonb('before').$type<Record<string, unknown>>(),
    /** The version that the job made. */
    version: integer('version'),
    /** Later stock movements are not those of this job. */
    movement: bigint('movement', { mode: 'number' }),
    /** Why an undo left it as it is. */
    kept: text('kept'),
  },
  (t) => [
    primaryKey({ columns: [t.jobId, t.subject] }),
    index('staff_job_items_by_outcome').on(t.jobId, t.outcome, t.subject),
    index('staff_job_items_kept').on(t.jobId, t.subject).where(sql`kept is not null`),
    check('staff_job_items_outcome_is_known', sql`${t.outcome} in ('new', 'changed')`),
  ],
);

/**
 * Values that only one row of a job's file may have, as hashes, with the line that has it. Triggers
 * keep it to jobs that exist, once for each statement: a foreign key checks each row.
 */
export const staffJobKeys = pgTable(
  'staff_job_keys',
  {
    jobId: text('job_id').notNull(),
    key: bigint('key', { mode: 'bigint' }).notNull(),
    line: integer('line').notNull(),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.key] })],
);
