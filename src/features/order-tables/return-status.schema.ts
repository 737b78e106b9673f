/**
 * The return statuses of orders, and the states of single returns. Both depend only on the times of
 * returns. `returnStatusOf` in the code and `return_status_of` in the database compute the status
 * of an order, and a test compares the two.
 */
export const returnStatuses = ['none', 'requested', 'in_transit', 'received', 'closed'] as const;

export type ReturnStatus = (typeof returnStatuses)[number];

/** The statuses that wait for somebody, the one with the most work for staff first. */
export const openReturnStatuses = ['requested', 'in_transit', 'received'] as const;

/** The states of a return that staff approved, while it is not ended. */
export const approvedReturnStates = ['in_transit', 'received'] as const;

/** The states of single returns. */
export const returnStates = [...openReturnStatuses, 'closed', 'declined', 'withdrawn'] as const;

export type ReturnState = (typeof returnStates)[number];

export function isOpenReturn(state: ReturnState): boolean {
  return openReturnStatuses.some((open) => open === state);
}

export function isApprovedReturn(state: ReturnState): boolean {
  return approvedReturnStates.some((approved) => approved === state);
}

export const returnReasons = [
  'too_small',
  'too_large',
  'too_short',
  'too_long',
  'not_as_pictured',
  'quality',
  'damaged',
  'changed_mind',
] as const;

export type ReturnReason = (typeof returnReasons)[number];

/** How units were when they came back. */
export const returnConditions = ['as_new', 'worn', 'damaged'] as const;

export type ReturnCondition = (typeof returnConditions)[number];

/** The condition to expect of what comes back for a reason, until staff have seen it. */
export function expectedCondition(reason: ReturnReason): ReturnCondition {
  return reason === 'damaged' ? 'damaged' : 'as_new';
}

/** Whether units in a condition can be sold again. */
export function isResellable(condition: ReturnCondition): boolean {
  return condition === 'as_new';
}

/** The events of a return, with their times; null for those that did not happen. */
export interface ReturnTimes {
  approvedAt: unknown;
  declinedAt: unknown;
  withdrawnAt: unknown;
  receivedAt: unknown;
  closedAt: unknown;
}

/** The state of one return. */
export function returnStateOf(times: ReturnTimes): ReturnState {
  if (times.withdrawnAt !== null) return 'withdrawn';
  if (times.declinedAt !== null) return 'declined';
  if (times.closedAt !== null) return 'closed';
  if (times.receivedAt !== null) return 'received';
  return times.approvedAt === null ? 'requested' : 'in_transit';
}

/**
 * The return status of an order: that of the return that needs staff the most. A declined return is
 * closed. One that its customer withdrew does not count.
 */
export function returnStatusOf(returns: ReturnTimes[]): ReturnStatus {
  const states = returns.map(returnStateOf);
  const open = openReturnStatuses.find((one) => states.includes(one));
  if (open) return open;
  return states.includes('closed') || states.includes('declined') ? 'closed' : 'none';
}

/** Whether the shop has the units of a return, or may still get them. */
export function isTakingBack(times: ReturnTimes): boolean {
  const state = returnStateOf(times);
  if (state === 'withdrawn' || state === 'declined') return false;
  return state !== 'closed' || times.receivedAt !== null;
}
