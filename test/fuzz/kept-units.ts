/** The part of the model that knows which units of a line are not to be shipped, and why. */

export interface KeptUnits {
  /** Units that are not shipped, and whose price was refunded. */
  kept: number;
  /** Units that were sent or cancelled, and neither refunded nor exchanged. */
  unrefunded: number;
}

/** Of what is sent, no more was refunded than there has to be. */
export function sendUnits(line: KeptUnits, quantity: number, toShip: number): void {
  const unrefunded = Math.min(quantity, toShip - line.kept);
  line.kept -= quantity - unrefunded;
  line.unrefunded += unrefunded;
}

/** What is refunded when units are cancelled. A line that is cancelled at once gives back all of it. */
export function refundedByCancelling(
  lines: (KeptUnits & { bought: number; cancelled: number })[],
  units: { position: number; quantity: number }[],
): { position: number; quantity: number; isRest?: boolean }[] {
  return units
    .map(({ position, quantity }) => {
      const line = lines[position];
      const isRest = line?.cancelled === 0 && line.bought === quantity;
      return isRest
        ? { position, quantity, isRest }
        : { position, quantity: quantity - (line?.kept ?? 0) };
    })
    .filter(({ quantity }) => quantity > 0);
}

/** Of what is cancelled, as much was refunded as there is. */
export function cancelUnits(line: KeptUnits, quantity: number): void {
  const unrefunded = Math.max(0, quantity - line.kept);
  line.kept -= quantity - unrefunded;
  line.unrefunded += unrefunded;
}

/** A refund is for what was sent or cancelled first; at a lower amount, it keeps nothing. */
export function refundUnits(
  line: KeptUnits & { priceMinor: number; bought: number; taxMinor: number },
  { quantity, amountMinor }: { quantity: number; amountMinor: number },
  { toShip, isIncluded }: { toShip: number; isIncluded: boolean },
): void {
  const ofEnded = Math.min(quantity, line.unrefunded);
  line.unrefunded -= ofEnded;
  const tax = isIncluded ? 0 : Math.floor(line.taxMinor / line.bought);
  if (amountMinor < (line.priceMinor + tax) * quantity) return;
  line.kept = Math.min(toShip, line.kept + quantity - ofEnded);
}

/** A shipped unit for which another one was sent is refunded no more. */
export function exchangeUnits(line: KeptUnits, quantity: number): void {
  line.unrefunded = Math.max(0, line.unrefunded - quantity);
}
