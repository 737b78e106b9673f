import { formatMoney } from '#shared/money.ts';

/** A refund, which may be of several payments. */
interface RefundParts {
  amountMinor: number;
  /** How much of it staff give back themselves, because it was paid outside of the shop. */
  outsideMinor: number;
}

/** What a question before a refund says of the money. */
export function whereItGoes({ amountMinor, outsideMinor }: RefundParts): string {
  const end = 'This cannot be undone.';
  if (outsideMinor === 0) return `The money goes back to the customer, who gets an email. ${end}`;
  const recorded = `It is recorded as given back now, and the customer gets an email. ${end}`;
  if (outsideMinor >= amountMinor) {
    return `This was paid outside of the shop, so nothing goes back by itself: you give the money back. ${recorded}`;
  }
  const outside = formatMoney(outsideMinor);
  return `A part was paid outside of the shop: you give ${outside} back yourself. ${recorded} ${formatMoney(amountMinor - outsideMinor)} was paid by card, and goes back to the card.`;
}

/**
 * What a notice after a refund says of it. `isOutside`: the order was paid outside of the shop.
 * `isRefused`: the card provider refused its part.
 */
export function whereItWent({
  isOutside,
  isRefused,
  amountMinor,
  outsideMinor,
}: RefundParts & { isOutside: boolean; isRefused: boolean }): string {
  const amount = `Amount of the refund: ${formatMoney(amountMinor)}.`;
  if (outsideMinor === 0) return isOutside ? `${amount} It goes back to the card.` : amount;
  if (outsideMinor >= amountMinor) return `${amount} Please give it back yourself.`;
  const yours = `${amount} Please give ${formatMoney(outsideMinor)} of it back yourself.`;
  if (isRefused) return yours;
  return `${yours} ${formatMoney(amountMinor - outsideMinor)} goes back to the card.`;
}
