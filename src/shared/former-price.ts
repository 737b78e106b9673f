interface Priced {
  priceMinor: number;
  /** The price before it was reduced; null if it was not. */
  formerMinor: number | null;
}

/** The former price that all of these variants share; null if one of them has another, or none. */
export function sharedFormerPrice(variants: readonly Priced[]): number | null {
  const [first] = variants;
  const isSame = variants.every(
    ({ priceMinor, formerMinor }) =>
      priceMinor === first?.priceMinor && formerMinor === first.formerMinor,
  );
  return isSame ? (first?.formerMinor ?? null) : null;
}
