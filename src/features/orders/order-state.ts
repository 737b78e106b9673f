/**
 * The states of an order and the only ways between them; the database refuses the rest as well.
 * Whether money came in is not a state of its own: `paid` means that a capture is in the ledger, and
 * what was given back of it is read from the refunds. The image in `docs/order-states.md` is drawn
 * from this table.
 */
export type OrderStatus = 'pending' | 'paid' | 'cancelled';

export type OrderEvent = 'pay' | 'cancel' | 'expire';

interface Transition {
  from: OrderStatus;
  event: OrderEvent;
  to: OrderStatus;
  /** Who or what brings it about, and what goes with it in the same transaction. */
  when: string;
}

export const transitions: Transition[] = [
  {
    from: 'pending',
    event: 'pay',
    to: 'paid',
    when: 'The provider says that exactly this amount came in. Ledger entry, receipt.',
  },
  {
    from: 'pending',
    event: 'cancel',
    to: 'cancelled',
    when: 'Its owner or an admin deletes it, its owner takes it back into the cart, or staff release what its account or network holds, once its payment is stopped. Stock goes back.',
  },
  {
    from: 'pending',
    event: 'expire',
    to: 'cancelled',
    when: 'It was not paid in time, and its payment is stopped. Stock goes back.',
  },
];

/** Where an event leads from a state; null where it is not allowed. */
export function nextStatus(from: OrderStatus, event: OrderEvent): OrderStatus | null {
  return transitions.find((way) => way.from === from && way.event === event)?.to ?? null;
}
