/**
 * The entry of an address whose response is not cached: the product does not exist, or the guest
 * has to sign in. The app responds. The entry stays until the data changes.
 */
export const notCached = { kind: 'not-cached', bytes: 0 } as const;

export type NotCached = typeof notCached;
