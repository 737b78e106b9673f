/**
 * Spreads an amount over parts in proportion to their weights, by largest remainder: each part gets
 * the whole units of its share, and the units that are left go to the parts with the largest
 * remainders, the first ones first. The parts always add up to the amount. Without any weight there
 * is nothing to spread over, and each part is 0.
 */
export function spread(amount: number, weights: number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole === 0) return weights.map(() => 0);
  // Products of two amounts may be larger than what a number holds exactly.
  const shares = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const parts = shares.map((share) => Number(share / BigInt(whole)));
  let left = amount - parts.reduce((sum, part) => sum + part, 0);
  const byRemainder = shares
    .map((share, index) => ({ index, remainder: share % BigInt(whole) }))
    .sort((a, b) =>
      a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
    );
  for (const { index } of byRemainder) {
    if (left === 0) break;
    parts[index] = (parts[index] ?? 0) + 1;
    left -= 1;
  }
  return parts;
}
