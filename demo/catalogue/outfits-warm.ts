import type { Placed } from '../art/spec.ts';

/** Flat-lay arrangements. `self` pieces take the colour of the set that is bought. */

export const cityLayers: readonly Placed[] = [
  { art: { draw: 'trousers', cut: 'wide', detail: 'pleat' }, colour: 'Charcoal', x: 575, y: 610, scale: 0.62, rotate: 0 },
];
export const coastWeekend: readonly Placed[] = [];
export const trailDay: readonly Placed[] = [];
export const commuter: readonly Placed[] = [];
