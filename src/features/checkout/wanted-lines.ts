/** Finds the variants of submitted lines, and decides which submissions are equal. */
import { createHash } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import { findVariant } from '#shared/find-variant.ts';
import { namesToChoose } from '#shared/variant-options.ts';
import type { Ctx } from '../context.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import type { SubmittedLine } from './checkout.schema.ts';
import { resolveVariants } from './checkout.store.ts';
import { sumByVariant, type WantedLine } from './pricing.ts';

/**
 * Finds the variants of submitted lines: by SKU, or the only one of the product. 422
 * `variant_required` when a product has several and the line has no SKU. Includes variants that are
 * no longer sold, because an earlier order may hold them; a new order for them is refused under the
 * locks.
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
    const meant = findVariant(line.sku ? ofProduct : choice, line);
    if (meant) return { variantId: meant.variantId, quantity: line.quantity };
    const names = namesToChoose(ofProduct[0]?.optionName ?? '');
    throw new AppError('variant_required', `Please choose a ${names} for each item.`, {
      details: { product: line._id, skus: choice.map(({ sku }) => sku) },
    });
  });
}

/** Whether an order has the submitted lines and city, and the way of delivery if one is named. */
export async function isSameOrder(
  ctx: Ctx,
  order: OrderView,
  { wanted, city, method }: { wanted: WantedLine[]; city: string; method: string | null },
): Promise<boolean> {
  if (fingerprintOf(wanted, city) !== fingerprintOf(order.lines, order.city)) return false;
  if (method === null || method === order.delivery?.method) return true;
  // It may be named by its id.
  const { zones } = await ctx.delivery.read(ctx.db);
  const methods = zones.flatMap((zone) => zone.methods);
  return methods.some(({ id, name }) => id === method && name === order.delivery?.method);
}

/** The payment belongs to another order than the submission. */
export function paidAnother(orderId: string): AppError {
  return new AppError('transaction_used', 'That payment belongs to another order.', {
    details: { orderId },
  });
}

/**
 * Equal for equal submissions: the same units of the same variants to the same city, by the same way
 * of delivery if one is named.
 */
export function fingerprintOf(
  lines: WantedLine[],
  city: string,
  method: string | null = null,
): string {
  const sorted = sumByVariant(lines)
    .map(({ variantId, quantity }) => `${variantId}*${quantity}`)
    .sort();
  const place = city.trim().toLowerCase();
  const text = JSON.stringify(method === null ? [sorted, place] : [sorted, place, method]);
  return createHash('sha256').update(text).digest('base64url');
}
