import { Hono } from 'hono';
import { sqlState } from '#db/database-error.ts';
import type { AppEnv } from '#features/app-env.ts';
import { processProviderEvents } from '#features/orders/orders.ts';
import { storeProviderEvent } from '#features/payments/payments.ts';
import { AppError, findRefusal, logFault } from '#shared/errors.ts';
import { oneAtATime } from '#shared/one-at-a-time.ts';
import type { ShopContext } from '../start/create-context.ts';

/**
 * Receives Stripe's events. The signature over the raw body is the only authentication. The event
 * is stored, then acknowledged, then processed; a repeated event is stored once. While the database
 * can't be reached the response is 503, and Stripe tries again.
 */
export function createStripeWebhook({ ctx, stripe }: Pick<ShopContext, 'ctx' | 'stripe'>) {
  const webhook = new Hono<AppEnv>();
  // After an outage hundreds of events arrive together; each run looks at all of them.
  const processEvents = oneAtATime(() =>
    processProviderEvents(ctx).catch((error: unknown) =>
      logFault(ctx.log, 'payment.events', error),
    ),
  );
  webhook.post('/webhooks/stripe', async (c) => {
    const body = await c.req.text();
    const event = stripe?.readEvent(body, c.req.header('stripe-signature') ?? '') ?? null;
    if (!event)
      throw new AppError(
        'malformed',
        'This message is not from Stripe, or its time is too far off.',
      );
    await storeProviderEvent(ctx, event).catch((cause: unknown) => {
      // Stripe would send the same event again. The jobs ask about its payment anyway.
      if (isUnstorable(cause)) {
        return ctx.log.error('payment.event_unstorable', cause, { type: event.type });
      }
      throw new AppError(
        'unavailable',
        'This message cannot be stored right now. Please send it again.',
        { cause },
      );
    });
    processEvents();
    return c.json({ received: true });
  });
  return webhook;
}

/**
 * The database's error classes for values that it can't store: characters, missing values, long
 * values.
 */
function isUnstorable(cause: unknown): boolean {
  const isRefused = findRefusal(cause)?.code === 'invalid_request';
  return isRefused || /^(?:22|23|54)/.test(sqlState(cause) ?? '');
}
