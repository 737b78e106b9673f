import { formatMoney } from '#shared/money.ts';

/** A refund of an order. */
export interface RefundParts {
  /** Whether the order's own payment came outside of the shop. */
  isOutside: boolean;
  amountMinor: number;
  /** How much of it is of the order's own payment. A card paid the rest, for dearer exchanges. */
  orderMinor: number;
}

/** What a question before a refund says of the money. */
export function whereItGoes({ isOutside, amountMinor, orderMinor }: RefundParts): string {
  const end = 'This cannot be undone.';
  if (!isOutside || orderMinor === 0)
    return `The money goes back to the customer, who gets an email. ${end}`;
  const recorded = `It is recorded as given back now, and the customer gets an email. ${end}`;
  if (orderMinor >= amountMinor) {
    return `This order was paid outside of the shop, so nothing goes back by itself: you give the money back. ${recorded}`;
  }
  return `This order was paid outside of the shop: you give ${formatMoney(orderMinor)} back yourself. ${recorded} ${formatMoney(amountMinor - orderMinor)} was paid by card for an exchange, and goes back to the card.`;
}

/** What a notice after a refund says of it. */
export function whereItWent({ isOutside, amountMinor, orderMinor }: RefundParts): string {
  const amount = `Amount of the refund: ${formatMoney(amountMinor)}.`;
  if (!isOutside) return amount;
  if (orderMinor >= amountMinor) return `${amount} Please give it back yourself.`;
  if (orderMinor === 0) return `${amount} It goes back to the card.`;
  return `${amount} Please give ${formatMoney(orderMinor)} of it back yourself. ${formatMoney(amountMinor - orderMinor)} goes back to the card.`;
}
