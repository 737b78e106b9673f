/** Mail that stays in our own database, for the demo and for tests: staff read it on a page. */
import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { newestFirst } from '#db/keyset.ts';
import { mailboxMails } from './mailbox.table.ts';
import {
  type MailAddress,
  type MailboxReader,
  MailFailure,
  type MailPort,
  requirePlainHeaders,
} from './port.ts';

export function createMailbox(db: Db, now: () => Date): MailPort & MailboxReader {
  return {
    name: 'mailbox',

    async send(mail) {
      requirePlainHeaders(mail);
      const { messageId: id, to, subject, text, html } = mail;
      await db
        .insert(mailboxMails)
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
          throw new MailFailure('The email could not be stored in the mailbox.', { cause });
        });
    },

    list(limit, after) {
      const { receivedAt, id } = mailboxMails;
      return db
        .select()
        .from(mailboxMails)
        .where(
          after
            ? sql`(${receivedAt}, ${id}) < (${after.createdAt}::timestamptz, ${after.id})`
            : sql`true`,
        )
        .orderBy(...newestFirst(receivedAt, id))
        .limit(limit);
    },

    async forget(address) {
      await db.delete(mailboxMails).where(eq(mailboxMails.to, address));
    },

    async find(id) {
      const [mail] = await db.select().from(mailboxMails).where(eq(mailboxMails.id, id));
      return mail ?? null;
    },
  };
}

function inWords({ name, address }: MailAddress): string {
  return name ? `${name} <${address}>` : address;
}
