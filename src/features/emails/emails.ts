/**
 * Owns what the shop's emails say and how they go out. Promises: every email is HTML and text of the
 * same content; what people wrote is text in both and can't become a header; it tells how things stand
 * when it is written, so an order that was paid meanwhile is not asked to be paid; it is delivered at
 * least once, tried as long as an outage lasts, and never given up without staff being shown.
 */
import { inTransaction } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { decodeTimeCursor, type Page, toPage } from '#shared/pagination.ts';
import { type Actor, requireAdmin } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import type { EmailKind } from '../outbox/outbox.schema.ts';
import { carrierOf, emailKinds } from './email-kinds.ts';
import type { CapturedEmailView, UnsentEmailView } from './emails.schema.ts';
import { countUnsent, dueAgain, selectUnsent } from './unsent.store.ts';

interface ListQuery {
  /** 1 to 100. */
  limit: number;
  after: string | null;
}

/** Emails that have not gone out, newest first, and how many there are (admin). */
export async function listUnsent(
  ctx: Ctx,
  actor: Actor,
  { limit, after }: ListQuery,
): Promise<Page<UnsentEmailView> & { count: number }> {
  requireAdmin(actor);
  const [rows, count] = await Promise.all([
    selectUnsent(ctx.db, limit + 1, decodeTimeCursor(after)),
    countUnsent(ctx.db),
  ]);
  const page = toPage(rows, limit, ({ createdAt, id }) => [createdAt.toISOString(), id]);
  return { items: page.items.map((row) => toView(ctx, row)), next: page.next, count };
}

/** How many emails have not gone out (admin). */
export async function countWaiting(ctx: Ctx, actor: Actor): Promise<number> {
  requireAdmin(actor);
  return countUnsent(ctx.db);
}

/** Has an email tried again at once, from the beginning (admin). Gone meanwhile: nothing is left to do. */
export async function tryAgain(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  const admin = requireAdmin(actor);
  await inTransaction(ctx.db, async (tx) => {
    const found = await dueAgain(tx, id, ctx.now());
    if (!found) throw new AppError('not_found', 'That message is not waiting to be sent.');
    await recordAudit(tx, admin.id, 'outbox.try-again', id, {});
  });
}

/** The emails that the demo captured, newest first (admin); null where mail really goes out. */
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

/** The HTML of an email that the demo captured (admin). */
export async function getCapturedEmailHtml(ctx: Ctx, actor: Actor, id: string): Promise<string> {
  requireAdmin(actor);
  const email = await ctx.mail.captured?.find(id);
  if (!email) throw new AppError('not_found', 'There is no such email.');
  return email.html;
}

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
    nextTryAt: isCarried && !row.givenUpAt ? row.sendAfter.toISOString() : null,
    isStuck: row.stuckAt !== null,
    isCarried,
  };
}

// A newer version that was taken back may have left emails that this one does not know.
function isKnown(kind: EmailKind): boolean {
  return Object.hasOwn(emailKinds, kind);
}
