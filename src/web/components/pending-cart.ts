import { useFetchers } from 'react-router';
import type { CartLine, CartView } from '#features/cart/cart.schema.ts';

/** A change of the cart that is on its way to the server. */
export interface CartChange {
  intent: string;
  variantId: string;
  quantity: number;
  /** Units that the server had when the change was made; 0 for a new line. */
  from: number;
}

/** A line as shown: `quantity` with the changes on their way, `storedQuantity` without. */
export interface ShownLine extends CartLine {
  storedQuantity: number;
}

export interface ShownCart extends Omit<CartView, 'lines'> {
  lines: ShownLine[];
}

/** How many more or fewer units the changes make. */
export function countDifference(changes: CartChange[]): number {
  return changes.reduce((sum, { intent, quantity, from }) => {
    if (intent === 'remove') return sum - from;
    return sum + quantity - (intent === 'set' ? from : 0);
  }, 0);
}

/** The cart as it will be when the changes have arrived. New lines appear with the server's answer. */
export function withChanges(cart: CartView, changes: CartChange[]): ShownCart {
  const lines = cart.lines.flatMap((line) => {
    let quantity = line.quantity;
    for (const change of changes) {
      if (change.variantId !== line.variantId) continue;
      if (change.intent === 'remove') return [];
      quantity = change.intent === 'set' ? change.quantity : quantity + change.quantity;
    }
    const lineTotalMinor = line.unitPriceMinor * quantity;
    return [{ ...line, quantity, lineTotalMinor, storedQuantity: line.quantity }];
  });
  const subtotalMinor = lines.reduce((sum, line) => sum + line.lineTotalMinor, 0);
  return {
    ...cart,
    lines,
    count: lines.reduce((sum, line) => sum + line.quantity, 0),
    subtotalMinor,
    totalMinor: cart.shippingMinor === null ? null : subtotalMinor + cart.shippingMinor,
  };
}

/** The changes of the cart that are on their way. */
export function usePendingChanges(): CartChange[] {
  return useFetchers().flatMap(({ formAction, formData }) => {
    if (formAction !== '/cart' || !formData) return [];
    const text = (name: string) => String(formData.get(name) ?? '');
    return [
      {
        intent: text('intent'),
        variantId: text('variantId'),
        quantity: Number(text('quantity')) || 0,
        from: Number(text('from')) || 0,
      },
    ];
  });
}
