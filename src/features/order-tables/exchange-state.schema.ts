/** The states of exchanges. They depend only on the row of an exchange. */

/** Why reserved units went back into the stock without being sent. */
export const releaseReasons = [
  'declined',
  'withdrawn',
  'not_received',
  'closed',
  'cancelled',
  'late',
  'account_deleted',
  'unpaid',
  'refunded',
] as const;

export type ReleaseReason = (typeof releaseReasons)[number];

/** The reasons that have an event of their own in the history: the return itself goes on. */
export const loneReleaseReasons = [
  'cancelled',
  'late',
  'account_deleted',
  'unpaid',
  'refunded',
] as const;

export type ExchangeState = 'reserved' | 'sent' | 'released';

/** The state of an exchange. Units are reserved exactly while it is neither sent nor released. */
export function exchangeStateOf({
  fulfillmentId,
  quantity,
  released,
}: {
  fulfillmentId: string | null;
  quantity: number;
  /** Units that went back into the stock. */
  released: number;
}): ExchangeState {
  if (fulfillmentId !== null) return 'sent';
  return released === quantity ? 'released' : 'reserved';
}
