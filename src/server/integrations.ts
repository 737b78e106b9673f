import type { Config } from '#config.ts';
import type { Integration } from '#shared/integration.ts';

/** Which part of the outside world is real, which is stood in for, which is missing. */
export function describeIntegrations(config: Config): Integration[] {
  return [describeCards(config)];
}

function describeCards({ stripe, mode }: Config): Integration {
  const name = 'Card payments';
  if (stripe) {
    const isLive = stripe.secretKey.split('_')[1] === 'live';
    return {
      name,
      state: isLive ? 'real' : 'stand-in',
      by: isLive ? 'Stripe' : 'Stripe with test keys, no money moves',
      toDo: stripe.webhookSecret ? null : 'STRIPE_WEBHOOK_SECRET, to hear of payments at once',
    };
  }
  const toDo = 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY';
  return mode === 'demo'
    ? {
        name,
        state: 'stand-in',
        by: 'sandbox, no money moves: 4242 4242 4242 4242 pays',
        toDo,
      }
    : { name, state: 'missing', by: 'customers can pay later', toDo };
}
