/**
 * Owns the content and the delivery of emails. Promises: every email is HTML and text of the same
 * content; what people wrote is escaped in both and can't become a header; the content is loaded
 * when the email is sent, so a paid order is never asked to be paid; an email is delivered at least
 * once and retried during an outage; staff see every email that is no longer tried.
 */
import { inTransaction } from '#db/client.ts';
import { MOST_COUNTED } from '#shared/counted.ts';
import { decodeTimeCursor, type Page, toPage } from '#shared/cursor.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import type { EmailKind } from '../outbox/outbox.schema.ts';
import { requireAdmin } from '../permissions.ts';
import { carrierOf, emailKinds } from './email-kinds.ts';
import type { CapturedEmailView, UnsentEmailView } from './emails.schema.ts';
import { countUnsentUpTo, dueAgain, selectUnsent } from './unsent.store.ts';

export { moveHeldEmails } from './deliver-held.ts';
export { listPreviews, previewHtml } from './preview.ts';

interface ListQuery {
  /** 1 to 100. */
  limit: number;
  after: string | null;
}

/** Unsent emails, newest first, and how many there are, up to a limit (admin). */
export async function listUnsent(
  ctx: Ctx,
  actor: Actor,
  { limit, after }: ListQuery,
): Promise<Page<UnsentEmailView> & { count: number }> {
  requireAdmin(actor);
  const [rows, count] = await Promise.all([
    selectUnsent(ctx.db, limit + 1, decodeTimeCursor(after)),
    countUnsentUpTo(ctx.db, MOST_COUNTED + 1),
  ]);
  const page = toPage(rows, limit, ({ createdAt, id }) => [createdAt.toISOString(), id]);
  return { items: page.items.map((row) => toView(ctx, row)), next: page.next, count };
}

/** How many emails are unsent, up to a limit (admin). */
export async function countWaiting(ctx: Ctx, actor: Actor): Promise<number> {
  requireAdmin(actor);
  return countUnsentUpTo(ctx.db, MOST_COUNTED + 1);
}

/** Makes an unsent email due now, with a new count of attempts (admin). Skips one that is gone. */
export async function tryAgain(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  const admin = requireAdmin(actor);
  await inTransaction(ctx.db, async (tx) => {
    const found = await dueAgain(tx, id, ctx.now());
    if (!found) throw new AppError('not_found', 'That message is not waiting to be sent.');
    await recordAudit(tx, admin.id, 'outbox.try-again', id, {});
  });
}

/** Captured emails, newest first (admin); null where emails are really sent. */
export async function listCapturedEmails(
  ctx: Ctx,
  actor: Actor,
  { limit, after }: ListQuery,
): Promise<Page<CapturedEmailView> | null> {
  requireAdmin(actor);
  if (!ctx.mail.captured) return null;
  const rows = await ctx.mail.captured.list(limit + 1, decodeTimeCursor(after));
  const page = toPage(rows, limit, (email) => [email.receivedAt.toISOString(), email.id]);
  const items = page.items.map(({ html, receivedAt, ...email }) => ({
    ...email,
    receivedAt: receivedAt.toISOString(),
  }));
  return { items, next: page.next };
}

/** The HTML of a captured email (admin). */
export async function getCapturedEmailHtml(ctx: Ctx, actor: Actor, id: string): Promise<string> {
  requireAdmin(actor);
  const email = await ctx.mail.captured?.find(id);
  if (!email) throw new AppError('not_found', 'There is no such email.');
  return email.html;
}

/** Links are due before they are written, so that they go first. */
const nextAttemptOf = ({ createdAt, sendAfter }: { createdAt: Date; sendAfter: Date }) =>
  sendAfter > createdAt ? sendAfter : createdAt;

function toView(ctx: Ctx, row: Awaited<ReturnType<typeof selectUnsent>>[number]): UnsentEmailView {
  const { id, kind, about, attempts, lastError } = row;
  const isCarried = isKnown(kind) && carrierOf(ctx, kind) !== null;
  return {
    id,
    kind,
    label: isKnown(kind) ? emailKinds[kind].label : kind,
    about,
    createdAt: row.createdAt.toISOString(),
    attempts,
    lastError,
    nextAttemptAt: isCarried && !row.givenUpAt ? nextAttemptOf(row).toISOString() : null,
    isStuck: row.stuckAt !== null,
    isCarried,
  };
}

// After a rollback, the outbox may hold kinds of a newer version.
function isKnown(kind: EmailKind): boolean {
  return Object.hasOwn(emailKinds, kind);
}
