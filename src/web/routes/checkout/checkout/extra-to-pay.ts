import type { OrderView } from '#features/orders/orders.schema.ts';
import { extraLines } from '#features/orders/orders.ts';
import { addedTax, sumTaxes } from '#shared/taxes.ts';
import type { ToPay } from './to-pay.ts';

/** What the exchanges of a return cost more, as the checkout shows it; null when there is nothing. */
export function extraToPay(order: OrderView, returnId: string): ToPay | null {
  const one = order.returns.find(({ id }) => id === returnId);
  const extra = one?.extra;
  if (!one || !extra || extra.state === 'waived') return null;
  const { id, number, isGuest, city, zip, address, billingAddress, taxesIncluded } = order;
  const differences = extraLines(order, one);
  const positions = new Map(one.lines.map((line) => [line.exchange?.sku, line.position]));
  const taxes = sumTaxes(differences, taxesIncluded);
  const taxMinor = taxes.reduce((sum, tax) => sum + tax.taxMinor, 0);
  return {
    ...{ orderId: id, returnId, cartId: null, isGuest, mayChange: false, number },
    status: extra.state === 'paid' ? 'paid' : extra.isPayable ? 'pending' : 'cancelled',
    last4: extra.payment?.last4 ?? null,
    paymentDueAt: null,
    holds: null,
    ...{ city, zip, address, billingAddress },
    needsAddress: false,
    addressId: null,
    estimate: null,
    options: [],
    delivery: null,
    lines: differences.map(({ sku, amountMinor, name, ...line }) => ({
      ...line,
      name: `Price difference: ${name}`,
      variantId: sku,
      category: '',
      image: order.lines[positions.get(sku) ?? -1]?.image ?? null,
      lineTotalMinor: amountMinor,
      isFinalSale: false,
    })),
    subtotalMinor: extra.dueMinor - addedTax(taxesIncluded, taxMinor),
    shippingMinor: 0,
    ...{ taxesIncluded, taxMinor, taxes },
    totalMinor: extra.payment?.amountMinor ?? extra.dueMinor,
  };
}
