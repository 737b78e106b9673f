/** The variants that were counted by scans, and those that a file or list names. */
import type { LastAdjustment } from '#features/inventory/inventory.schema.ts';
import { lookUp, type ScannedVariant, type VariantNow } from './look-up.ts';

/** A variant that was scanned, and how many of it were counted. */
export interface CountedVariant extends ScannedVariant {
  /** The codes that found it and no other variant, so that they need no look-up again. */
  codes?: string[];
  counted: number;
  problem: string | null;
  /** Why the count is not applied until the person has chosen it. */
  meanwhile?: Meanwhile | null;
}

/**
 * What happened to its stock after it was counted here: what staff adjusted, or, without a reason, that
 * units were sent, taken back or cancelled.
 */
type Meanwhile = (LastAdjustment | { reason: null }) & {
  /** The movement of the look that found it. */
  movement: number;
  /** Units on the shelf when it was counted here. Rows that an earlier version stored have none. */
  shelf?: number;
};

/** A variant as it was found, without what staff did before that. */
export function scannedOf({ adjusted: _, ...variant }: VariantNow): ScannedVariant {
  return variant;
}

/** How many codes of a file are looked up at a time. */
export const LOOKED_UP_AT_ONCE = 6;

/** The counted variants of a file, and the codes that no variant has, or several have. */
export async function lookUpAll(units: Map<string, number>): Promise<{
  variants: CountedVariant[];
  missing: string[];
  shared: string[];
  problem: string | null;
}> {
  const found = new Map<string, CountedVariant>();
  const missing: string[] = [];
  const shared: string[] = [];
  const codes = [...units];
  for (let at = 0; at < codes.length; at += LOOKED_UP_AT_ONCE) {
    const some = codes.slice(at, at + LOOKED_UP_AT_ONCE);
    const results = await Promise.all(some.map(([code]) => lookUp(code)));
    for (const [index, { value, problem }] of results.entries()) {
      const [code = '', counted = 0] = some[index] ?? [];
      // When the shop does not respond, nothing of the file is added, because half a count would be
      // wrong.
      if (problem !== undefined) return { variants: [], missing: [], shared: [], problem };
      const [first, ...others] = value;
      if (!first) missing.push(code);
      else if (others.length > 0) shared.push(code);
      else {
        const variant = scannedOf(first);
        const earlier = found.get(variant._id)?.counted ?? 0;
        found.set(variant._id, withCount(variant, earlier + counted, code));
      }
    }
  }
  return { variants: [...found.values()], missing, shared, problem: null };
}

/** A counted variant that this code found, with more units than before. */
export function withCount(
  { codes = [], ...variant }: ScannedVariant & { codes?: string[] },
  counted: number,
  code: string | null,
): CountedVariant {
  const all = code === null || codes.includes(code) ? codes : [...codes, code];
  return { ...variant, codes: all, counted, problem: null };
}
