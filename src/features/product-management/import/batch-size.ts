/** How many products of a file are written in one transaction. */
import { BYTES_AT_ONCE, type ImportPosition, VARIANTS_AT_ONCE } from './import-progress.ts';
import type { Decision } from './plan-batch.ts';

/** The most products of a transaction. Those that it changes are locked until it is committed. */
const PRODUCTS_AT_ONCE = 500;
/**
 * The most after a batch in which every product was new. Nobody waits for new products, and each takes
 * less time in a larger batch. What a batch has is known only when it is decided, so the next one may
 * have this many that are not new.
 */
const NEW_AT_ONCE = 1_500;
/**
 * The most bytes of the file for a batch of more than `PRODUCTS_AT_ONCE`. One statement writes its
 * search index, and a statement may take eight seconds.
 */
const NEW_BYTES_AT_ONCE = 2 * 1024 * 1024;

/** How many products the next batch may have. */
export interface Pace {
  readonly most: number;
  /** Whether that is more than products that the shop has may be. */
  readonly isLarge: boolean;
  /** Called with what was decided about a batch, or about a part of one that was refused. */
  decided(decisions: Pick<Decision, 'outcome'>[], isWhole: boolean): void;
}

/**
 * The pace of an import from this position on. One that goes on has no large batches: the database
 * may have been too slow for them.
 */
export function createPace({ items }: Pick<ImportPosition, 'items'>): Pace {
  const mayGrow = items === 0;
  let most = PRODUCTS_AT_ONCE;
  return {
    get most() {
      return most;
    },
    get isLarge() {
      return most > PRODUCTS_AT_ONCE;
    },
    decided(decisions, isWhole) {
      const isNew = isWhole && !decisions.some(isKnown);
      most = mayGrow && isNew ? NEW_AT_ONCE : PRODUCTS_AT_ONCE;
    },
  };
}

/** Whether the shop has the product. */
const isKnown = ({ outcome }: Pick<Decision, 'outcome'>) =>
  outcome === 'changed' || outcome === 'unchanged';

/**
 * Whether a batch takes no more products. `wrong` are those that reading refused, `size` is in bytes
 * of the file.
 */
export function isFullBatch(
  { count, wrong, variants, size }: Record<'count' | 'wrong' | 'variants' | 'size', number>,
  most: number,
): boolean {
  return (
    count >= most ||
    (count >= PRODUCTS_AT_ONCE && size >= NEW_BYTES_AT_ONCE) ||
    variants >= VARIANTS_AT_ONCE ||
    size >= BYTES_AT_ONCE ||
    wrong >= PRODUCTS_AT_ONCE
  );
}
