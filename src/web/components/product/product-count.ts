import { withThousands } from '#shared/thousands.ts';

/** Products are counted up to here while filters are chosen; more are 'so many and more'. */
export const COUNT_MOST = 1_000;

export type ProductCountResult = { ok: true; count: number } | { ok: false; message: string };

/** What the button of the filters says. */
export function showProducts(count: number): string {
  const shown = withThousands(Math.min(count, COUNT_MOST)) + (count >= COUNT_MOST ? '+' : '');
  return `Show ${shown} ${count === 1 ? 'product' : 'products'}`;
}
