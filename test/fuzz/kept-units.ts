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

/** What is refunded when units are cancelled. */
export function refundedByCancelling(
  lines: KeptUnits[],
  units: { position: number; quantity: number }[],
): { position: number; quantity: number }[] {
  return units
    .map(({ position, quantity }) => {
      return { position, quantity: quantity - (lines[position]?.kept ?? 0) };
    })
    .filter(({ quantity }) => quantity > 0);
}
export function cancelUnits(line: KeptUnits, quantity: number): void {
  const unrefunded = Math.max(0, quantity - line.kept);
  line.kept -= quantity - unrefunded;
  line.unrefunded += unrefunded;
}

/** A refund is for what was sent or cancelled first; at a lower amount, it keeps nothing. */
export function refundUnits(
  line: KeptUnits & { priceMinor: number },
  { quantity, amountMinor }: { quantity: number; amountMinor: number },
  toShip: number,
): void {
  const ofEnded = Math.min(quantity, line.unrefunded);
  line.unrefunded -= ofEnded;
  if (amountMinor < line.priceMinor * quantity) return;
  line.kept = Math.min(toShip, line.kept + quantity - ofEnded);
}

export function exchangeUnits(line: KeptUnits, quantity: number): void {
  line.unrefunded = Math.max(0, line.unrefunded - quantity);
}
