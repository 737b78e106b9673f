/**
 * Changes, adds, archives and restores the variants of a product. A variant is never deleted,
 * because order lines, carts and stock movements refer to it.
 */
import type { Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { MAX_VARIANTS } from '#shared/variant-rules.ts';
import type { variants } from '../catalog/catalog.table.ts';
import type { Ctx } from '../context.ts';
import { markImageUsed } from '../images/images.ts';
import { recordOpeningStock } from '../inventory/inventory.ts';
import {
  clearUniqueValues,
  insertVariants,
  updateVariants,
  type VariantFields,
} from './edit-product.store.ts';
import { EMPTY_VARIANT } from './empty-variant.ts';
import { makeSkus } from './make-skus.ts';
import { findMatches, isArchived, type Match, passesValues } from './match-variants.ts';
import type { StaffProduct, StaffVariant, VariantChanges } from './product-management.schema.ts';

type NewRow = typeof variants.$inferInsert;

/** Applies the changes in the transaction that holds the locks of the product and its variants. */
export async function editVariants(
  ctx: Ctx,
  tx: Tx,
  actorId: string,
  product: StaffProduct,
  changes: VariantChanges[],
): Promise<void> {
  const matches = findMatches(product, changes);
  const edited: VariantFields[] = [];
  const added: NewRow[] = [];
  const skus = await skusOfAdded(ctx, tx, product, matches);
  for (const match of matches) {
    const { change, variant } = match;
    const imageUrl = await imageOf(ctx, tx, product, match);
    if (variant) {
      if (change.inventory !== undefined) throw notHere(variant);
      const { available: _, reserved: __, ...fields } = variant;
      edited.push({
        ...changedFields(fields, change),
        imageUrl,
        archived: isArchived(match),
      });
    } else {
      const position = product.variants.length + added.length;
      const sku = skus[added.length] ?? '';
      added.push({ ...newRow(product, change, position, sku), imageUrl });
    }
  }
  if (product.variants.length + added.length > MAX_VARIANTS) {
    throw new AppError('invalid_request', `A product has at most ${MAX_VARIANTS} variants.`);
  }
  if (passesValues(product, matches)) {
    await clearUniqueValues(
      tx,
      edited.map(({ id }) => id),
    );
  }
  await updateVariants(tx, edited, ctx.now());
  await insertVariants(tx, added);
  await recordOpeningStock(tx, added, actorId, ctx.now());
}

/**
 * The fields of a variant with the changes. Fields that a change does not name stay as they are.
 */
function changedFields<Fields extends typeof EMPTY_VARIANT & { sku: string }>(
  fields: Fields,
  change: VariantChanges,
): Fields {
  const { sku, size, color, option, price, compareAtPrice } = change;
  const { cost, weight, barcode, lowStockAt } = change;
  const named = {
    sku,
    size,
    color,
    option,
    priceMinor: price,
    compareAtMinor: compareAtPrice,
    costMinor: cost,
    weightGrams: weight,
    barcode,
    lowStockAt,
  };
  const changed = Object.entries(named).filter(([, value]) => value !== undefined);
  return { ...fields, ...Object.fromEntries(changed) };
}

/** The image of a variant. Refuses a new one that the product does not have. */
async function imageOf(
  ctx: Ctx,
  tx: Tx,
  { images }: StaffProduct,
  { change: { img }, variant }: Match,
): Promise<string | null> {
  const shown = variant?.imageUrl ?? null;
  // An image that is shown already stays, even if its host is no longer configured.
  if (img === undefined || img === shown) return shown;
  if (img === null) return null;
  const url = await markImageUsed(ctx, tx, img);
  if (images.some((image) => image.url === url)) return url;
  const message = `The product has no image ${url}. Please add it to the images of the product first.`;
  throw new AppError('invalid_request', message);
}

/** The SKUs of the added variants, in order. */
function skusOfAdded(ctx: Ctx, tx: Tx, product: StaffProduct, matches: Match[]): Promise<string[]> {
  const added = matches.filter(({ variant }) => !variant).map(({ change }) => change);
  const known = product.variants.length;
  const wanted = added.map(({ sku, size, color, option }, index) => ({
    ...{ sku, size: size ?? null, color: color ?? null, option: option ?? null },
    position: known + index,
  }));
  const claimed = matches.flatMap(({ change: { sku } }) => sku ?? []);
  return makeSkus(ctx, tx, product, wanted, claimed);
}

function newRow(
  product: StaffProduct,
  change: VariantChanges,
  position: number,
  sku: string,
): NewRow {
  return {
    ...changedFields({ ...EMPTY_VARIANT, sku }, change),
    id: newId('var'),
    productId: product.id,
    available: change.inventory ?? 0,
    position,
    // `updateOnSale` puts it on sale with the others.
    active: false,
  };
}

function notHere({ sku }: StaffVariant): AppError {
  return new AppError(
    'invalid_request',
    `${sku} is in stock already. Change its quantity by an adjustment with a reason.`,
  );
}
