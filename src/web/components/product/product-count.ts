import { withThousands } from '#shared/thousands.ts';

/** The largest number of products that is counted while filters are chosen. */
export const COUNT_MOST = 1_000;

export type ProductCountResult = { ok: true; count: number } | { ok: false; message: string };

/** The label of the filters' button. */
export function showProducts(count: number): string {
  const shown = withThousands(Math.min(count, COUNT_MOST)) + (count >= COUNT_MOST ? '+' : '');
  return `Show ${shown} ${count === 1 ? 'product' : 'products'}`;
}
