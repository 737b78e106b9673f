/** What a question before a refund says of the money. */
export function whereItGoes(isOutside: boolean): string {
  return isOutside
    ? 'This order was paid outside of the shop, so nothing goes back by itself: you give the money back. It is recorded as given back now, and the customer gets an email. This cannot be undone.'
    : 'The money goes back to the customer, who gets an email. This cannot be undone.';
}
