import type { Added, CartView } from '#features/cart/cart.schema.ts';
import type { ErrorCode } from '#shared/errors.ts';

/** What the address `/cart` answers to scripts. */
export type CartResult =
  | { ok: true; cart: CartView /** Where something was to be added. */; added?: Added }
  | { ok: false; code: ErrorCode; message: string };

/** The key of the request that changes this line, shared by all places that show it. */
export function lineFetcherKey(variantId: string): string {
  return `cart-line-${variantId}`;
}
