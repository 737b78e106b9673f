/**
 * Works off what the provider told us. An event is only a hint to look: `settle` asks the provider
 * how the payment stands, so forged, late, repeated and shuffled events all come to the same end.
 */
import { logFault } from '#shared/errors.ts';
import type { Ctx } from '../context.ts';
import { closeEvent, findOpenEvents, isAway } from '../payments/payments.ts';
import { noteProviderRefunds } from './provider-refunds.ts';
import { acceptRefusal, settle } from './settle.ts';

/** Works off stored events; returns how many. Any number of processes may do so at once. */
export async function workOffProviderEvents(ctx: Ctx): Promise<number> {
  const events = await findOpenEvents(ctx);
  for (const { id, type, intentId } of events) {
    const failure = intentId === null ? null : await lookAt(ctx, type, intentId);
    if (failure !== null) logFault(ctx.log, 'payment.event', failure, { id });
    await closeEvent(ctx, id, failure);
    // Each of the others would wait for the same provider; they are worked off later.
    if (isAway(failure)) break;
  }
  return events.length;
}

/** Null when there is nothing more to do about a payment, else why it has to be tried again. */
async function lookAt(ctx: Ctx, type: string, intentId: string): Promise<unknown> {
  try {
    // Refused are a payment that is not paid yet, and one without an order, which is the reconciler's.
    // One that could not be kept is refused, too, and the bank may return its refund.
    await settle(ctx, intentId, { actor: 'webhook' }).catch(acceptRefusal);
    if (type.includes('refund')) await noteProviderRefunds(ctx, intentId);
    return null;
  } catch (error) {
    return error;
  }
}
