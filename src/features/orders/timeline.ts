import { nameAccounts } from '../accounts/accounts.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import { selectComments } from './comments.store.ts';
import type { TimelineEntry } from './staff-orders.schema.ts';
import { selectTimeline } from './staff-orders.store.ts';

/** The most events that a timeline shows, and the most comments. */
const MAX_OF_EACH = 200;

/**
 * What happened to an order and what staff wrote about it, newest first (admin). At most the newest
 * 200 of each.
 */
export async function listTimeline(ctx: Ctx, actor: Actor, id: string): Promise<TimelineEntry[]> {
  requireAdmin(actor);
  const [events, comments] = await Promise.all([
    selectTimeline(ctx.db, id, MAX_OF_EACH),
    selectComments(ctx.db, id, MAX_OF_EACH),
  ]);
  const entries = [
    ...comments.map(({ id: commentId, author, text, at }) => ({
      id: commentId,
      commentId,
      event: 'comment' as const,
      actor: author,
      detail: text,
      at,
    })),
    ...events.map((event) => ({ ...event, id: String(event.id), commentId: null })),
  ];
  // The sort is stable: of two events at the same time, the later one stays first.
  const newest = entries.sort((a, b) => b.at.getTime() - a.at.getTime());
  const names = await nameAccounts(
    ctx,
    actor,
    newest.map((entry) => entry.actor),
  );
  return newest.map((entry) => ({
    ...entry,
    actor: names.get(entry.actor) ?? entry.actor,
    at: entry.at.toISOString(),
  }));
}
