import { formatMoney } from '#shared/money.ts';
import { nameAccounts, shownName } from '../../accounts/accounts.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { requireAdmin } from '../../permissions.ts';
import type { TimelineEntry } from '../lists/staff-orders.schema.ts';
import { selectComments } from './comments.store.ts';
import { selectReasons, selectTimeline, selectTracking } from './timeline.store.ts';

/** The most events that a timeline shows, and the most comments. */
const MAX_OF_EACH = 200;

/**
 * What happened to an order and what staff wrote about it, newest first (admin). At most the newest
 * 200 of each.
 */
export async function listTimeline(ctx: Ctx, actor: Actor, id: string): Promise<TimelineEntry[]> {
  requireAdmin(actor);
  const [events, comments, refunds, parcels] = await Promise.all([
    selectTimeline(ctx.db, id, MAX_OF_EACH),
    selectComments(ctx.db, id, MAX_OF_EACH),
    selectReasons(ctx.db, id),
    selectTracking(ctx.db, id),
  ]);
  const entries = [
    ...comments.map(({ id: commentId, key, author, text, at }) => ({
      id: commentId,
      commentId,
      commentKey: key,
      event: 'comment' as const,
      actor: author,
      detail: text,
      about: null,
      at,
    })),
    ...events.map((event) => ({
      ...event,
      id: String(event.id),
      commentId: null,
      commentKey: null,
      about: aboutOf(event, refunds, parcels),
    })),
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
    actor: shownName(names, entry.actor),
    at: entry.at.toISOString(),
  }));
}

type Event = Awaited<ReturnType<typeof selectTimeline>>[number];
type Refund = Awaited<ReturnType<typeof selectReasons>>[number];
type Parcel = Awaited<ReturnType<typeof selectTracking>>[number];

/** What an event does not say itself, because it is stored with its refund or its parcel. */
function aboutOf(event: Event, refunds: Refund[], parcels: Parcel[]): string | null {
  if (event.event === 'refund') {
    const made = nearest(
      event,
      refunds.filter(({ amountMinor }) => formatMoney(amountMinor) === event.detail),
    );
    return made ? reasonOf(made) : null;
  }
  const isExchange = event.event === 'exchange-shipped';
  if (event.event !== 'fulfill' && !isExchange) return null;
  const parcel = nearest(
    event,
    parcels.filter((one) => one.isExchange === isExchange),
  );
  return [parcel?.carrier, parcel?.trackingNumber].filter(Boolean).join(': ') || null;
}

/**
 * What an event is about has no id in it, so it is what was stored nearest to it. The times of one
 * request differ by less than a second.
 */
function nearest<One extends { at: Date }>(event: Event, all: One[]): One | undefined {
  const away = ({ at }: One) => Math.abs(event.at.getTime() - at.getTime());
  const [first] = all.filter((one) => away(one) < 1_000).sort((a, b) => away(a) - away(b));
  return first;
}

/** Why money was refunded, and for what: '2 × TEE-M (back in stock), shipping. Reason: Too small'. */
function reasonOf({ reason, units, shippingMinor }: Refund): string {
  const parts = units.map(({ sku, quantity, lowered, restocked }) =>
    lowered > 0
      ? `${lowered} × ${sku} (price lowered)`
      : `${quantity} × ${sku} (${restocked ? 'back in stock' : 'not back in stock'})`,
  );
  if (shippingMinor > 0) parts.push('shipping');
  return [parts.join(', '), `Reason: ${reason}`].filter(Boolean).join('. ');
}
