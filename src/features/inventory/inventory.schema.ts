/** Why staff change a quantity. */
export const adjustmentReasons = [
  'received',
  'counted',
  'damaged',
  'correction',
  'returned',
] as const;

export type AdjustmentReason = (typeof adjustmentReasons)[number];
