/** Decides which submissions are equal, so that a repeat of one finds its order. */
import { createHash } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import type { Ctx } from '../context.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import { sumByVariant, type WantedLine } from './pricing.ts';

/** Whether an order has the submitted lines and city, and the way of delivery if one is named. */
export async function isSameOrder(
  ctx: Ctx,
  order: OrderView,
  { wanted, city, method }: { wanted: WantedLine[]; city: string; method: string | null },
): Promise<boolean> {
  if (fingerprintOf(wanted, city) !== fingerprintOf(order.lines, order.city)) return false;
  if (method === null || method === order.delivery?.method) return true;
  // The submission may name it by its id.
  const { zones } = await ctx.delivery.read(ctx.db);
  const methods = zones.flatMap((zone) => zone.methods);
  return methods.some(({ id, name }) => id === method && name === order.delivery?.method);
}

/** Says that the payment belongs to another order than the submission. */
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
