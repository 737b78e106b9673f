/** The part of the model that knows which units of a line are not to be shipped, and why. */

export interface KeptUnits {
  /** By how much refunds have lowered the price of its units so far. */
  loweredBefore?: number;
  /** Units that are not shipped, and whose price was refunded. */
  kept: number;
  /** Units that were sent or cancelled, and neither refunded nor exchanged. */
  unrefunded: number;
}

/** What decides it: what was sent, cancelled, refunded, or sent in exchange, of each line. */
export interface UnitChange {
  kind: 'send' | 'cancel' | 'exchange' | 'refund';
  /** The parcel that was sent. */
  id?: string;
  /** `amountMinor` is that of a refund. */
  units: { position: number; quantity: number; amountMinor?: number }[];
}

/** Goes through all changes from the start. */
export function replayUnits({
  lines,
  unitChanges,
  isIncluded,
}: {
  lines: (KeptUnits & { bought: number; priceMinor: number; taxMinor: number })[];
  unitChanges: UnitChange[];
  isIncluded: boolean;
}): void {
  const toShip = lines.map(({ bought }) => bought);
  for (const line of lines) Object.assign(line, { kept: 0, unrefunded: 0, loweredBefore: 0 });
  for (const change of unitChanges) {
    for (const part of change.units) {
      const { position, quantity } = part;
      const line = lines[position];
      const left = toShip[position] ?? 0;
      if (!line) continue;
      if (change.kind === 'send') sendUnits(line, quantity, left);
      if (change.kind === 'cancel') cancelUnits(line, quantity);
      if (change.kind === 'exchange') exchangeUnits(line, quantity);
      const leaves = change.kind === 'send' || change.kind === 'cancel';
      if (leaves) toShip[position] = left - quantity;
      const { amountMinor = 0 } = part;
      if (change.kind === 'refund') {
        refundUnits(line, { quantity, amountMinor }, { toShip: left, isIncluded });
      }
    }
  }
}

/** Of what is sent, no more was refunded than there has to be. */
function sendUnits(line: KeptUnits, quantity: number, toShip: number): void {
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
function cancelUnits(line: KeptUnits, quantity: number): void {
  const unrefunded = Math.max(0, quantity - line.kept);
  line.kept -= quantity - unrefunded;
  line.unrefunded += unrefunded;
}

/** A refund is for what was sent or cancelled first; at a lower amount, it keeps nothing. */
function refundUnits(
  line: KeptUnits & { priceMinor: number; bought: number; taxMinor: number },
  { quantity, amountMinor }: { quantity: number; amountMinor: number },
  { toShip, isIncluded }: { toShip: number; isIncluded: boolean },
): void {
  const lowered = line.loweredBefore ?? 0;
  if (quantity === 0) line.loweredBefore = lowered + amountMinor;
  const ofEnded = Math.min(quantity, line.unrefunded);
  line.unrefunded -= ofEnded;
  const tax = isIncluded ? 0 : Math.floor(line.taxMinor / line.bought);
  if (amountMinor + lowered < (line.priceMinor + tax) * quantity) return;
  line.kept = Math.min(toShip, line.kept + quantity - ofEnded);
}

/** A shipped unit for which another one was sent is refunded no more. */
function exchangeUnits(line: KeptUnits, quantity: number): void {
  line.unrefunded = Math.max(0, line.unrefunded - quantity);
}
