/**
 * The states of an order and the only ways between them; the database refuses the rest as well.
 * Whether money came in is not a state of its own: `paid` means that a capture is in the ledger.
 */
export type OrderStatus = 'pending' | 'paid' | 'cancelled';

export type OrderEvent = 'pay' | 'cancel' | 'expire';

const transitions: Record<OrderStatus, Partial<Record<OrderEvent, OrderStatus>>> = {
  pending: { pay: 'paid', cancel: 'cancelled', expire: 'cancelled' },
  paid: {},
  cancelled: {},
};

/** Where an event leads from a state; null where it is not allowed. */
export function nextStatus(from: OrderStatus, event: OrderEvent): OrderStatus | null {
  return transitions[from][event] ?? null;
}
