/**
 * Stores emails in our database instead of sending them, for the demo and for tests. Staff read
 * them on a page.
 */
import { eq, lt, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { deleteInBatches } from '#db/delete-in-batches.ts';
import { newestFirst } from '#db/keyset.ts';
import { capturedEmails } from './captured-emails.table.ts';
import {
  type CapturedEmailReader,
  type MailAddress,
  MailFailure,
  type MailPort,
  requirePlainHeaders,
} from './port.ts';

export function createEmailCapture(db: Db, now: () => Date): MailPort & CapturedEmailReader {
  return {
    name: 'capture',

    async send(mail) {
      requirePlainHeaders(mail);
      const { messageId: id, to, subject, text, html } = mail;
      await db
        .insert(capturedEmails)
        .values({
          id,
          from: inWords(mail.from),
          to,
          replyTo: mail.replyTo && inWords(mail.replyTo),
          subject,
          text,
          html,
          receivedAt: now(),
        })
        .onConflictDoNothing()
        .catch((cause: unknown) => {
          throw new MailFailure('The email could not be stored.', { cause });
        });
    },

    list(limit, after) {
      const { receivedAt, id } = capturedEmails;
      return db
        .select()
        .from(capturedEmails)
        .where(
          after
            ? sql`(${receivedAt}, ${id}) < (${after.createdAt}::timestamptz, ${after.id})`
            : sql`true`,
        )
        .orderBy(...newestFirst(receivedAt, id))
        .limit(limit);
    },

    async forget(address) {
      await db.delete(capturedEmails).where(eq(capturedEmails.to, address));
    },

    async removeBefore(time) {
      const { id, receivedAt } = capturedEmails;
      const due = lt(receivedAt, time);
      const rows = { table: capturedEmails, key: [id], oldest: receivedAt, due };
      return (await deleteInBatches(db, rows)).deleted;
    },

    async find(id) {
      const [mail] = await db.select().from(capturedEmails).where(eq(capturedEmails.id, id));
      return mail ?? null;
    },
  };
}

function inWords({ name, address }: MailAddress): string {
  return name ? `${name} <${address}>` : address;
}
