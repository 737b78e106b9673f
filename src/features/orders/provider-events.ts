/**
 * Processes stored provider events. An event only says which payment to check: `settle` asks the
 * provider for its state. So forged, late, repeated and reordered events have the same result.
 */
import { logFault } from '#shared/errors.ts';
import type { Ctx } from '../context.ts';
import { closeEvent, findOpenEvents, isAway } from '../payments/payments.ts';
import { noteProviderRefunds } from './provider-refunds.ts';
import { acceptRefusal, settle } from './settle.ts';

/** Processes stored events; returns how many. Safe in many processes. */
export async function workOffProviderEvents(ctx: Ctx): Promise<number> {
  const events = await findOpenEvents(ctx);
  // All of them were there before: one look at a payment is enough for its events.
  const looks = new Map<string, Promise<unknown>>();
  for (const { id, type, intentId } of events) {
    const isOfRefund = type.includes('refund');
    const look = looks.get(`${intentId} ${isOfRefund}`) ?? lookAt(ctx, isOfRefund, intentId);
    looks.set(`${intentId} ${isOfRefund}`, look);
    const failure = await look;
    if (failure !== null) logFault(ctx.log, 'payment.event', failure, { id });
    await closeEvent(ctx, id, failure);
    // The others need the same provider, so they wait for the next run.
    if (isAway(failure)) break;
  }
  return events.length;
}

/** Null when nothing is left to do for a payment, else why it has to be tried again. */
async function lookAt(ctx: Ctx, isOfRefund: boolean, intentId: string | null): Promise<unknown> {
  if (intentId === null) return null;
  try {
    // A refusal is no failure: the payment is not paid yet, has no order (the reconciler handles it),
    // or can't be used. The bank may still return the refund of an unusable one.
    await settle(ctx, intentId, { actor: 'webhook' }).catch(acceptRefusal);
    if (isOfRefund) await noteProviderRefunds(ctx, intentId);
    return null;
  } catch (error) {
    return error;
  }
}
