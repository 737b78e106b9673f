import type { CartLine } from '#features/cart/cart.schema.ts';

/** Why a line of the cart can't be ordered as it is; null when it can. */
export function lineProblem(
  line: Pick<CartLine, 'available' | 'inventory' | 'quantity'>,
): string | null {
  const { available, inventory, quantity } = line;
  if (!available) return 'No longer in the shop.';
  if (inventory === 0) return 'Sold out.';
  return inventory < quantity ? `Only ${inventory} left, not ${quantity}.` : null;
}
