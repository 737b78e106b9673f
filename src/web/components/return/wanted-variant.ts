/** What the form of a return posts for a variant that is wanted in exchange. */

/** The value of an offered variant: its price as it was shown, and its SKU, which may have spaces. */
export function wantedValue({ price, sku }: { price: string; sku: string }): string {
  return `${price} ${sku}`;
}

/** The fields of a posted value; none for a refund. */
export function readWanted(value: string): { exchangeForSku?: string; exchangePrice?: string } {
  const space = value.indexOf(' ');
  if (space < 0) return {};
  return { exchangeForSku: value.slice(space + 1), exchangePrice: value.slice(0, space) };
}
