/**
 * Processes stored provider events. An event only says which payment to check: `settle` asks the
 * provider for its state. So forged, late, repeated and reordered events have the same result.
 */
import { logFault } from '#shared/errors.ts';
import type { Ctx } from '../context.ts';
import { closeEvent, EVENTS_AT_ONCE, findOpenEvents } from '../payments/payments.ts';
import { callProviderForEach } from './call-provider-for-each.ts';
import { recordProviderRefunds } from './provider-refunds.ts';
import { acceptRefusal, settle } from './settle.ts';

/**
 * Processes stored events until none waits, also the hundreds that arrive after an outage, or until
 * a hundred in a row fail; returns how many it looked at. Safe in many processes.
 */
export async function processProviderEvents(ctx: Ctx): Promise<number> {
  let total = 0;
  for (;;) {
    const { found, done } = await processSome(ctx);
    total += found;
    // Without a success, those that fail would be tried again at once.
    if (found < EVENTS_AT_ONCE || done === 0) return total;
  }
}

async function processSome(ctx: Ctx): Promise<{ found: number; done: number }> {
  const events = await findOpenEvents(ctx);
  let done = 0;
  // All of these events are stored already, so one look at a payment covers all of its events.
  const looks = new Map<string, Promise<unknown>>();
  await callProviderForEach(
    events,
    async ({ id, type, intentId }) => {
      const isOfRefund = type.includes('refund');
      const look = looks.get(`${intentId} ${isOfRefund}`) ?? lookAt(ctx, isOfRefund, intentId);
      looks.set(`${intentId} ${isOfRefund}`, look);
      await look;
      await closeEvent(ctx, id, null);
      done += 1;
    },
    async (failure, { id }) => {
      logFault(ctx.log, 'payment.event', failure, { id });
      await closeEvent(ctx, id, failure);
    },
  );
  return { found: events.length, done };
}

/** Throws when the event has to be tried again. */
async function lookAt(ctx: Ctx, isOfRefund: boolean, intentId: string | null): Promise<void> {
  if (intentId === null) return;
  // A refusal is no failure: the payment is not paid yet, has no order (the reconciler handles it),
  // or can't be used. The bank may still return the refund of an unusable one.
  await settle(ctx, intentId, { actor: 'webhook' }).catch(acceptRefusal);
  if (isOfRefund) await recordProviderRefunds(ctx, intentId);
}
