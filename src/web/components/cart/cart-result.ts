import type { Added, CartView } from '#features/cart/cart.schema.ts';
import type { ErrorCode } from '#shared/errors.ts';

/** The response of the address `/cart` to scripts. */
export type CartResult =
  | { ok: true; cart: CartView /** Present when a product was added. */; added?: Added }
  | { ok: false; code: ErrorCode; message: string };

/** The key of the request that changes this line, shared by all components that show it. */
export function lineFetcherKey(variantId: string): string {
  return `cart-line-${variantId}`;
}
