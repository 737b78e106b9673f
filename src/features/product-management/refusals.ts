import { brokenConstraint, brokenValue } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { categoryNames } from '#shared/shop-config.ts';
import type { Ctx } from '../context.ts';

export function requireKnownCategory(ctx: Ctx, category: string): void {
  const known = categoryNames(ctx.shop);
  if (!known.includes(category)) {
    throw new AppError('invalid_request', `The category must be one of: ${known.join(', ')}.`);
  }
}

const SLUG_TAKEN = 'Another product has just taken that address. Please try again.';

/** What the database refused, as a sentence for the person. */
export function asRefusal(error: unknown): unknown {
  const sku = brokenValue(error);
  const refusals: Record<string, string> = {
    variants_sku_unique: `The SKU ${sku ? `"${sku}" ` : ''}belongs to another variant. It may be archived.`,
    variants_options: 'Two variants have the same size and color. One of them may be archived.',
    products_slug_live: SLUG_TAKEN,
    products_slug_not_former: SLUG_TAKEN,
    product_slugs_not_live: SLUG_TAKEN,
  };
  const message = refusals[brokenConstraint(error) ?? ''];
  return message ? new AppError('invalid_request', message, { cause: error }) : error;
}
