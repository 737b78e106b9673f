/** What a shop earns by a price: the price minus the cost, and its share of the price. */
export function marginOf(
  priceMinor: number | null,
  costMinor: number | null,
): { minor: number; percent: number } | null {
  if (!priceMinor || costMinor === null) return null;
  const minor = priceMinor - costMinor;
  return { minor, percent: (minor / priceMinor) * 100 };
}
