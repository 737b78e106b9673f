/**
 * Processes stored provider events. An event only says which payment to check: `settle` asks the
 * provider for its state. So forged, late, repeated and reordered events have the same result.
 */
import { logFault } from '#shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { closeEvent, EVENTS_AT_ONCE, findOpenEvents } from '../../payments/payments.ts';
import { recordProviderRefunds } from '../refunds/provider-refunds.ts';
import { callProviderForEach } from './call-provider-for-each.ts';
import { acceptRefusal, settle } from './settle.ts';

/** Payments that are looked at together. One that hangs takes ten seconds. */
const LOOKS_AT_ONCE = 4;

/**
 * Processes stored events until none waits, also the hundreds that arrive after an outage. Ends
 * early when the provider is unreachable or all events of a look fail, and begins nothing after
 * `forMs` milliseconds. Safe in many processes.
 */
export async function processProviderEvents(ctx: Ctx, forMs = Infinity): Promise<void> {
  const end = performance.now() + forMs;
  const isOver = () => performance.now() >= end;
  for (;;) {
    const { found, done, isUnreachable } = await processSome(ctx, isOver);
    // Without a success, those that fail would be tried again at once.
    if (found < EVENTS_AT_ONCE || done === 0 || isUnreachable || isOver()) return;
  }
}

/** Events of one payment. They are stored already, so one look at the payment covers all of them. */
interface EventGroup {
  intentId: string | null;
  isOfRefund: boolean;
  ids: string[];
  hasFailed: boolean;
}

async function processSome(
  ctx: Ctx,
  isOver: () => boolean,
): Promise<{ found: number; done: number; isUnreachable: boolean }> {
  const events = await findOpenEvents(ctx);
  let done = 0;
  const look = async ({ intentId, isOfRefund, ids }: EventGroup) => {
    if (isOver()) return;
    await lookAt(ctx, isOfRefund, intentId);
    for (const id of ids) await closeEvent(ctx, id, null);
    done += ids.length;
  };
  const keep = async (failure: unknown, { ids }: EventGroup) => {
    logFault(ctx.log, 'payment.event', failure, { ids });
    for (const id of ids) await closeEvent(ctx, id, failure);
  };
  const groups = groupsOf(events);
  // Those that failed before come last: if they hang again, no new payment waits for them.
  for (const hasFailed of [false, true]) {
    const chosen = groups.filter((group) => group.hasFailed === hasFailed);
    const left = await callProviderForEach(chosen, look, keep, { atOnce: LOOKS_AT_ONCE });
    if (left.length > 0) return { found: events.length, done, isUnreachable: true };
  }
  return { found: events.length, done, isUnreachable: false };
}

function groupsOf(events: Awaited<ReturnType<typeof findOpenEvents>>): EventGroup[] {
  const groups = new Map<string, EventGroup>();
  for (const { id, type, intentId, attempts } of events) {
    const isOfRefund = type.includes('refund');
    const key = `${intentId} ${isOfRefund}`;
    const group = groups.get(key) ?? { intentId, isOfRefund, ids: [], hasFailed: true };
    group.ids.push(id);
    group.hasFailed &&= attempts > 0;
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Throws when the event has to be tried again. */
async function lookAt(ctx: Ctx, isOfRefund: boolean, intentId: string | null): Promise<void> {
  if (intentId === null) return;
  // A refusal is no failure: the payment is not paid yet, has no order (the reconciler handles it),
  // or can't be used. The bank may still return the refund of an unusable one.
  await settle(ctx, intentId, { actor: 'webhook' }).catch(acceptRefusal);
  if (isOfRefund) await recordProviderRefunds(ctx, intentId);
}
