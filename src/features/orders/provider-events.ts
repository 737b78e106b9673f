/**
 * Works off what the provider told us. An event is only a hint to look: `settle` asks the provider
 * how the payment stands, so forged, late, repeated and shuffled events all come to the same end.
 */
import { AppError, logFault } from '#shared/errors.ts';
import type { Ctx } from '../context.ts';
import { closeEvent, findOpenEvents, isAway } from '../payments/payments.ts';
import { noteForeignRefunds } from './foreign-refunds.ts';
import { settle } from './settle.ts';

/** Works off stored events; answers how many. Any number of processes may do so at once. */
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
    await settle(ctx, intentId, { actor: 'webhook' });
    if (type.includes('refund')) await noteForeignRefunds(ctx, intentId);
    return null;
  } catch (error) {
    // A refusal is an end: not paid yet, given back, or without an order, which is the reconciler's.
    return error instanceof AppError && !isAway(error) ? null : error;
  }
}
