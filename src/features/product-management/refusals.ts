import { brokenConstraint } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { categoryNames } from '#shared/shop-config.ts';
import type { Ctx } from '../context.ts';

export function requireKnownCategory(ctx: Ctx, category: string): void {
  const known = categoryNames(ctx.shop);
  if (!known.includes(category)) {
    throw new AppError('invalid_request', `The category must be one of: ${known.join(', ')}.`);
  }
}

export const SKU_TAKEN = 'That SKU belongs to another product.';

/** What the database refused, as a sentence for the person. */
export function asRefusal(error: unknown): unknown {
  const refusals: Record<string, string> = {
    variants_sku_unique: SKU_TAKEN,
    variants_options: 'Two variants have the same size and color.',
    products_slug_live: 'Another product has just taken that address. Please try again.',
  };
  const message = refusals[brokenConstraint(error) ?? ''];
  return message ? new AppError('invalid_request', message, { cause: error }) : error;
}
