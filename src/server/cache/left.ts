/**
 * Cached for an address that the app responds to: the product does not exist, or the guest has to
 * sign in. It holds until the data changes.
 */
export const left = { kind: 'left', bytes: 0 } as const;

export type LeftToApp = typeof left;
