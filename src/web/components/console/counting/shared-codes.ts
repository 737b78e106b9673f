/** Scanned codes that several variants have, until a person has chosen the variant of each unit. */
import type { ScannedVariant } from './look-up.ts';

export interface SharedCode {
  code: string;
  units: number;
  variants: ScannedVariant[];
}

/** With one more unit of this code, whose variants were just looked up. */
export function withUnit(
  all: SharedCode[],
  code: string,
  variants: ScannedVariant[],
): SharedCode[] {
  const known = all.find((one) => one.code === code);
  if (!known) return [...all, { code, units: 1, variants }];
  const later = {
    code,
    units: known.units + 1,
    variants: sinceFirstScan(variants, known.variants),
  };
  return all.map((one) => (one === known ? later : one));
}

/**
 * The variants as they are now, with the stock of the first scan. So what was counted, adjusted or sent
 * between two scans is shown, and not replaced unseen.
 */
function sinceFirstScan(now: ScannedVariant[], earlier: ScannedVariant[]): ScannedVariant[] {
  return now.map((variant) => {
    const first = earlier.find(({ _id }) => _id === variant._id);
    if (!first) return variant;
    const { onHand, reserved, available, toShip, movement } = first;
    return { ...variant, onHand, reserved, available, toShip, movement };
  });
}

export function withoutUnit(all: SharedCode[], code: string): SharedCode[] {
  return all.flatMap((one) => {
    if (one.code !== code) return [one];
    return one.units > 1 ? [{ ...one, units: one.units - 1 }] : [];
  });
}
