import type { Placed } from '../art/spec.ts';

/** Flat-lay arrangements. `self` pieces take the colour of the set that is bought. */

export const linenDay: readonly Placed[] = [];
export const studioDay: readonly Placed[] = [];
export const slowEvening: readonly Placed[] = [];
export const matchDay: readonly Placed[] = [];
