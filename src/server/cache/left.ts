/** Kept for an address that the app answers until something changes: no such product, or sign-in first. */
export const left = { kind: 'left', bytes: 0 } as const;

export type LeftToApp = typeof left;
