import { preparedReads } from '#db/prepared.ts';
import { AppError } from '#shared/errors.ts';
import { findVariant } from '#shared/find-variant.ts';
import { namesToChoose } from '#shared/variant-options.ts';
import type { Ctx } from '../context.ts';
import type { SubmittedLine } from './checkout.schema.ts';
import { resolveVariants } from './checkout.store.ts';
import type { WantedLine } from './pricing.ts';

export interface ResolvedLine extends WantedLine {
  /** How many units there were when it was read. */
  available: number;
}

/**
 * Finds the variants of submitted lines: by SKU, or the only one of the product. 422
 * `variant_required` when a product has several and the line has no SKU. Includes variants that are
 * no longer sold, because an earlier order may hold them; a new order for them is refused under the
 * locks.
 */
export async function resolveLines(ctx: Ctx, lines: SubmittedLine[]): Promise<ResolvedLine[]> {
  const known = await resolveVariants(preparedReads(ctx.db), [
    ...new Set(lines.map(({ _id }) => _id)),
  ]);
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
    if (meant) {
      const { variantId, available } = meant;
      return { variantId, quantity: line.quantity, available };
    }
    const names = namesToChoose(ofProduct[0]?.optionName ?? '');
    throw new AppError('variant_required', `Please choose a ${names} for each item.`, {
      details: { product: line._id, skus: choice.map(({ sku }) => sku) },
    });
  });
}
