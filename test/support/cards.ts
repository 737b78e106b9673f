import type { Client } from './shop.ts';

export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  poor: '4000000000009995',
  asks: '4000002500003155',
} as const;

/** Types a test card into the sandbox's form. */
export function confirmCard(client: Client, clientSecret: string, number: string = CARDS.good) {
  const card = { number, expMonth: 12, expYear: 2099, cvc: '123' };
  return client.post('/sandbox/confirm', { clientSecret, card });
}

/** Asks for an intent and pays it; returns the transaction. */
export async function payIntent(
  client: Client,
  request: { totalAmount: number; orderId?: string },
): Promise<string> {
  const intent = await (await client.post('/create-payment-intent', request)).json();
  const paid = await (await confirmCard(client, intent.clientSecret)).json();
  return paid.id;
}
