/**
 * Owns what must be told to the outside: written with its cause, delivered at least once, tried as
 * long as an outage lasts, and never given up without staff being shown.
 */
import { and, eq, like, sql } from 'drizzle-orm';
import { type Executor, inTransaction } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { decodeTimeCursor, type Page, toPage } from '#shared/pagination.ts';
import { type Actor, requireAdmin } from '../accounts/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Ctx } from '../context.ts';
import type { MailView, OutgoingView } from './outbox.schema.ts';
import { countUnsent, dueAgain, insertMessages, selectUnsent } from './outbox.store.ts';
import { outbox } from './outbox.table.ts';

/** Kinds of messages, with what each one's payload names. */
export type OutboxMessage =
  | {
      kind: 'order.placed' | 'order.expired' | 'order.cancelled';
      payload: { orderId: string };
    }
  | { kind: 'staff.new-order'; payload: { orderId: string } }
  /** `isFirst`: it is the first that the customer hears of the order. */
  | { kind: 'order.paid'; payload: { orderId: string; isFirst?: boolean } }
  | { kind: 'payment.refunded'; payload: { refundId: string } }
  | {
      kind: 'stock.held';
      /** One of the orders; its account or its network holds much of the stock. */
      payload: { orderId: string; by: 'account' | 'network' };
    }
  | { kind: 'contact.message'; payload: { contactMessageId: string } }
  | {
      kind: 'account.verify-email' | 'account.reset-password';
      /** `url` is the link to follow, good for a while. */
      payload: { email: string; url: string };
    };

export {
  announceAtOnce,
  announceOrder,
  foldIntoCancellation,
  foldIntoReceipt,
} from './order-emails.ts';

/** Writes a message down in the transaction of its cause; it goes out after `sendAfter`. */
export async function enqueue(
  db: Executor,
  message: OutboxMessage,
  at: Date,
  sendAfter = at,
): Promise<void> {
  await insertMessages(db, [message], { createdAt: at, sendAfter });
}

/** Removes what accounts were to be told at this address: their links, and the address itself. */
export async function forgetAccountMails(db: Executor, email: string): Promise<void> {
  await db
    .delete(outbox)
    .where(and(like(outbox.kind, 'account.%'), eq(sql`${outbox.payload}->>'email'`, email)));
}

interface ListQuery {
  /** 1 to 100. */
  limit: number;
  after: string | null;
}

/** Messages that have not gone out, newest first, and how many there are (admin). */
export async function listUnsent(
  ctx: Ctx,
  actor: Actor,
  { limit, after }: ListQuery,
): Promise<Page<OutgoingView> & { count: number }> {
  requireAdmin(actor);
  const [rows, count] = await Promise.all([
    selectUnsent(ctx.db, limit + 1, decodeTimeCursor(after)),
    countUnsent(ctx.db),
  ]);
  const page = toPage(rows, limit, ({ createdAt, id }) => [createdAt.toISOString(), id]);
  return { items: page.items.map((row) => toOutgoing(ctx, row)), next: page.next, count };
}

/** How many messages have not gone out (admin). */
export async function countWaiting(ctx: Ctx, actor: Actor): Promise<number> {
  requireAdmin(actor);
  return countUnsent(ctx.db);
}

/** Has a message tried again at once, from the beginning (admin). Gone meanwhile: nothing is left to do. */
export async function tryAgain(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  const admin = requireAdmin(actor);
  await inTransaction(ctx.db, async (tx) => {
    const found = await dueAgain(tx, id, ctx.now());
    if (!found) throw new AppError('not_found', 'That message is not waiting to be sent.');
    await recordAudit(tx, admin.id, 'outbox.try-again', id, {});
  });
}

/** The mails that the demo would have sent, newest first (admin); null where mail really goes out. */
export async function listMailbox(
  ctx: Ctx,
  actor: Actor,
  { limit, after }: ListQuery,
): Promise<Page<MailView> | null> {
  requireAdmin(actor);
  if (!ctx.mail.mailbox) return null;
  const rows = await ctx.mail.mailbox.list(limit + 1, decodeTimeCursor(after));
  const page = toPage(rows, limit, (mail) => [mail.receivedAt.toISOString(), mail.id]);
  const items = page.items.map(({ html, receivedAt, ...mail }) => ({
    ...mail,
    receivedAt: receivedAt.toISOString(),
  }));
  return { items, next: page.next };
}

/** The HTML of a mail in the demo's mailbox (admin). */
export async function getMailHtml(ctx: Ctx, actor: Actor, id: string): Promise<string> {
  requireAdmin(actor);
  const mail = await ctx.mail.mailbox?.find(id);
  if (!mail) throw new AppError('not_found', 'There is no such email.');
  return mail.html;
}

function toOutgoing(
  ctx: Ctx,
  { about, ...row }: Awaited<ReturnType<typeof selectUnsent>>[number],
): OutgoingView {
  const { id, kind, attempts, lastError } = row;
  const carrier = kind === 'contact.message' ? ctx.mail.contact : ctx.mail.letters;
  return {
    id,
    kind: kind as OutboxMessage['kind'],
    about,
    createdAt: row.createdAt.toISOString(),
    attempts,
    lastError,
    nextTryAt: carrier && !row.givenUpAt ? row.sendAfter.toISOString() : null,
    isStuck: row.stuckAt !== null,
    isCarried: carrier !== null,
  };
}
