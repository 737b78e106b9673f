import { useFetchers } from 'react-router';
import type { CartLine, CartView } from '#features/cart/cart.schema.ts';
import { cartTaxes } from '#features/cart/cart-taxes.schema.ts';
import {
  addToCart,
  type CartState,
  cartState,
  deleteFromCart,
  updateCart,
} from '#shared/shop-state.ts';

/** A change of the cart that is being sent to the server. */
export interface CartChange {
  intent: string;
  variantId: string;
  quantity: number;
  /** The quantity on the server when the change was made; 0 for a new line. */
  from: number;
}

/** A line as shown: `quantity` includes pending changes, `storedQuantity` does not. */
export interface ShownLine extends CartLine {
  storedQuantity: number;
}

export interface ShownCart extends Omit<CartView, 'lines'> {
  lines: ShownLine[];
  /** True while a change of the line is being sent. */
  unsaved: boolean;
}

/** How many more or fewer units the changes make. */
export function countDifference(changes: CartChange[]): number {
  return changes.reduce((sum, { intent, quantity, from }) => {
    if (intent === 'remove') return sum - from;
    return sum + quantity - (intent === 'set' ? from : 0);
  }, 0);
}

/** The cart with its pending changes. New lines appear when the server has responded. */
export function withChanges(cart: CartView, changes: CartChange[]): ShownCart {
  const stored = cartState<ShownLine>(
    cart.lines.map((line) => ({ ...line, storedQuantity: line.quantity })),
  );
  const { cart: lines, totalAmount, updateCart: unsaved } = changes.reduce(applyChange, stored);
  const { shippingMinor } = cart;
  const taxes = cartTaxes({ ...cart, lines });
  return {
    ...cart,
    lines,
    unsaved,
    count: lines.reduce((sum, line) => sum + line.quantity, 0),
    subtotalMinor: totalAmount,
    taxes,
    totalMinor: shippingMinor === null ? null : totalAmount + shippingMinor + taxes.addedMinor,
  };
}

function applyChange(state: CartState<ShownLine>, change: CartChange): CartState<ShownLine> {
  const { intent, variantId, quantity } = change;
  const line = state.cart.find((candidate) => candidate.variantId === variantId);
  if (!line) return state;
  if (intent === 'remove') return deleteFromCart(state, variantId);
  if (intent === 'add') return addToCart(state, { ...line, quantity });
  return updateCart(
    state,
    state.cart.map((old) => (old === line ? { ...line, quantity } : old)),
  );
}

/** The changes of the cart that are being sent. */
export function usePendingChanges(): CartChange[] {
  return useFetchers().flatMap(({ formAction, formData }) => {
    if (formAction !== '/cart' || !formData) return [];
    const text = (name: string) => String(formData.get(name) ?? '');
    return [
      {
        intent: text('intent'),
        variantId: text('variantId'),
        quantity: Number(text('quantity') || text('typed')) || 0,
        from: Number(text('from')) || 0,
      },
    ];
  });
}
