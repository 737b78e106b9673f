/** The variants of a stock count, and those that a file of counts names. */
import { lookUp, type ScannedVariant } from './stock-calls.ts';

/** A variant that was scanned, and how many of it were counted. */
export interface CountedVariant extends ScannedVariant {
  counted: number;
  /** The key of its adjustment, together with the number. */
  key: string;
  problem: string | null;
}

/** How many codes of a file are looked up at a time. */
const LOOKED_UP_AT_ONCE = 6;

/** These variants with their stock now. One that the shop does not have any more is missing. */
export async function withStockNow(
  rows: CountedVariant[],
): Promise<{ variants: ScannedVariant[]; problem: string | null }> {
  const variants: ScannedVariant[] = [];
  for (let at = 0; at < rows.length; at += LOOKED_UP_AT_ONCE) {
    const some = rows.slice(at, at + LOOKED_UP_AT_ONCE);
    const results = await Promise.all(some.map(({ sku }) => lookUp(sku)));
    for (const [index, { value, problem }] of results.entries()) {
      if (problem !== undefined) return { variants: [], problem };
      const now = value.find(({ _id }) => _id === some[index]?._id);
      if (now) variants.push(now);
    }
  }
  return { variants, problem: null };
}

/** The counted variants of a file, and the codes that no variant has. */
export async function lookUpAll(
  units: Map<string, number>,
): Promise<{ variants: CountedVariant[]; missing: string[]; problem: string | null }> {
  const found = new Map<string, CountedVariant>();
  const missing: string[] = [];
  const codes = [...units];
  for (let at = 0; at < codes.length; at += LOOKED_UP_AT_ONCE) {
    const some = codes.slice(at, at + LOOKED_UP_AT_ONCE);
    const results = await Promise.all(some.map(([code]) => lookUp(code)));
    for (const [index, { value, problem }] of results.entries()) {
      const [code = '', counted = 0] = some[index] ?? [];
      // When the shop does not respond, nothing of the file is added, because half a count would be
      // wrong.
      if (problem !== undefined) return { variants: [], missing: [], problem };
      const [variant] = value;
      if (!variant) missing.push(code);
      else {
        const earlier = found.get(variant._id)?.counted ?? 0;
        const key = crypto.randomUUID();
        found.set(variant._id, { ...variant, counted: earlier + counted, key, problem: null });
      }
    }
  }
  return { variants: [...found.values()], missing, problem: null };
}
