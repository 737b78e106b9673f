import { sql } from 'drizzle-orm';
import { bigserial, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#db/columns.ts';

/** What staff did: who, what and to which row. Rows are only added. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** The account id, or the name of the command. */
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    detail: jsonb('detail').notNull(),
    at: timestamptz('at').notNull().defaultNow(),
  },
  (t) => [
    index('audit_log_by_subject').on(t.subject, t.id),
    index('audit_log_listed').on(t.at.desc(), t.id.desc()),
    index('audit_log_by_actor').on(t.actor, t.at.desc(), t.id.desc()),
    index('audit_log_by_area').on(sql`split_part(${t.action}, '.', 1)`, t.at.desc(), t.id.desc()),
  ],
);
