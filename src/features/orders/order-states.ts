/**
 * The states of an order and their transitions; the database refuses all others too. Money is not a
 * separate state: `paid` means that the ledger has a capture, and the refunds say what was given
 * back. The image in `docs/order-states.md` is drawn from this table.
 */
export type OrderStatus = 'pending' | 'paid' | 'cancelled';

export type OrderEvent = 'pay' | 'cancel' | 'expire';

interface Transition {
  from: OrderStatus;
  event: OrderEvent;
  to: OrderStatus;
  /** What triggers it, and what the same transaction also does. */
  when: string;
}

export const transitions: Transition[] = [
  {
    from: 'pending',
    event: 'pay',
    to: 'paid',
    when: 'The provider reports a capture of exactly this amount, or staff record that it came outside of the shop ([0068](decisions/0068-payments-outside-of-the-shop.md)). Ledger entry, receipt.',
  },
  {
    from: 'pending',
    event: 'cancel',
    to: 'cancelled',
    when: 'Its owner or an admin deletes it, an admin cancels it, its owner takes it back into the cart, or staff release what its account or network holds, once its payment is stopped. Stock goes back.',
  },
  {
    from: 'pending',
    event: 'expire',
    to: 'cancelled',
    when: 'It was not paid in time, and its payment is stopped. Stock goes back.',
  },
];

/** The next state after an event; null when it is not allowed. */
export function nextStatus(from: OrderStatus, event: OrderEvent): OrderStatus | null {
  return transitions.find((way) => way.from === from && way.event === event)?.to ?? null;
}
