import type { Facet } from '#features/catalog/search.schema.ts';
import { withThousands } from '#shared/thousands.ts';

/** The largest number of products that is counted while filters are chosen. */
export const COUNT_MOST = 1_000;

export type ProductCountResult = ProductCount | { ok: false; message: string };

export interface ProductCount {
  ok: true;
  count: number;
  /** How many products each value of the filters would leave; null while the index is being built. */
  facets: Facet[] | null;
}

/** The label of the filters' button. */
export function showProducts(count: number): string {
  const shown = withThousands(Math.min(count, COUNT_MOST)) + (count >= COUNT_MOST ? '+' : '');
  return `Show ${shown} ${count === 1 ? 'product' : 'products'}`;
}
