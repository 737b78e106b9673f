import type { CartLine } from '#features/cart/cart.schema.ts';
import { isShort, isSoldOut } from '#shared/stock.ts';

/** Why a line of the cart can't be ordered as it is; null when it can. */
export function lineProblem(
  line: Pick<CartLine, 'onSale' | 'available' | 'quantity'>,
): string | null {
  const { onSale, available, quantity } = line;
  if (!onSale) return 'No longer in the shop.';
  if (isSoldOut(available)) return 'Sold out.';
  return isShort(available, quantity) ? `Only ${available} left, not ${quantity}.` : null;
}
