/** Which variants submitted lines mean, and what makes two submissions equal. */
import { createHash } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import { meantVariant } from '#shared/meant-variant.ts';
import type { Ctx } from '../context.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import type { SubmittedLine } from './checkout.schema.ts';
import { resolveVariants } from './checkout.store.ts';
import { sumByVariant, type WantedLine } from './pricing.ts';

/**
 * Finds the variants that submitted lines mean: by SKU, or the only one of the product. 422
 * `variant_required` when a product has several and the line names none. What left the shop is found
 * as well, because it may have been ordered before; a new order of it is refused under the locks.
 */
export async function resolveLines(ctx: Ctx, lines: SubmittedLine[]): Promise<WantedLine[]> {
  const known = await resolveVariants(ctx.db, [...new Set(lines.map(({ _id }) => _id))]);
  return lines.map((line) => {
    const ofProduct = known.filter(({ productId }) => productId === line._id);
    if (ofProduct.length === 0) {
      throw new AppError('product_unavailable', 'Something in this order is not in the shop.', {
        details: { products: [line._id] },
      });
    }
    const onSale = ofProduct.filter(({ active }) => active);
    const choice = onSale.length > 0 ? onSale : ofProduct;
    const meant = meantVariant(line.sku ? ofProduct : choice, line);
    if (meant) return { variantId: meant.variantId, quantity: line.quantity };
    throw new AppError('variant_required', 'Please choose a size or colour for each item.', {
      details: { product: line._id, skus: choice.map(({ sku }) => sku) },
    });
  });
}

/** Whether an order is the one that was submitted. */
export function isSameOrder(order: OrderView, wanted: WantedLine[], city: string): boolean {
  return fingerprintOf(wanted, city) === fingerprintOf(order.lines, order.city);
}

/** The submission is another one than the order that its payment belongs to. */
export function paidAnother(orderId: string): AppError {
  return new AppError('transaction_used', 'That payment belongs to another order.', {
    details: { orderId },
  });
}

/** What makes two submissions equal: the same units of the same variants to the same city. */
export function fingerprintOf(lines: WantedLine[], city: string): string {
  const sorted = sumByVariant(lines)
    .map(({ variantId, quantity }) => `${variantId}*${quantity}`)
    .sort();
  const text = JSON.stringify([sorted, city.trim().toLowerCase()]);
  return createHash('sha256').update(text).digest('base64url');
}
