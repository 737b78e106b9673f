/**
 * Changes, adds, archives and restores the variants of a product. A variant is never deleted,
 * because order lines, carts and stock movements refer to it.
 */
import type { Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { variants } from '../catalog/catalog.table.ts';
import type { Ctx } from '../context.ts';
import { keepImage } from '../images/images.ts';
import { recordOpeningStock } from '../inventory/inventory.ts';
import { insertVariants, updateVariant } from './edit-product.store.ts';
import type { StaffProduct, StaffVariant, VariantChanges } from './product-management.schema.ts';
import { defaultSku } from './sku.ts';

type Columns = Partial<typeof variants.$inferInsert>;
type NewRow = typeof variants.$inferInsert;

/** Applies the changes in the transaction that holds the product's lock. */
export async function editVariants(
  ctx: Ctx,
  tx: Tx,
  actorId: string,
  product: StaffProduct,
  changes: VariantChanges[],
): Promise<void> {
  const added: NewRow[] = [];
  // In the order of ids, as orders lock them, so that the two can't deadlock.
  const matched = changes.map((change) => ({ change, variant: findVariant(product, change) }));
  matched.sort((a, b) => ((a.variant?.id ?? '') < (b.variant?.id ?? '') ? -1 : 1));
  for (const { change, variant } of matched) {
    const columns = await toColumns(ctx, tx, change);
    if (!variant) {
      added.push(newRow(product, change, columns, product.variants.length + added.length));
      continue;
    }
    if (change.inventory !== undefined) throw notHere(variant);
    const archived = archivedColumns(ctx, variant, change);
    const all = { ...columns, ...archived };
    if (Object.keys(all).length > 0) await updateVariant(tx, variant.id, all);
  }
  await insertVariants(tx, added);
  await recordOpeningStock(tx, added, actorId, ctx.now());
}

/**
 * The variant that a change is about: by id, by SKU, or an archived one of the same size and color,
 * which comes back instead of a second one.
 */
function findVariant(product: StaffProduct, change: VariantChanges): StaffVariant | undefined {
  const { _id: id, sku, size = null, color = null } = change;
  if (id !== undefined) {
    const variant = product.variants.find((one) => one.id === id);
    if (variant) return variant;
    throw new AppError('invalid_request', `The product has no variant ${id}.`);
  }
  const bySku = sku === undefined ? undefined : product.variants.find((one) => one.sku === sku);
  return (
    bySku ??
    product.variants.find((one) => one.archived && one.size === size && one.color === color)
  );
}

async function toColumns(ctx: Ctx, tx: Tx, change: VariantChanges): Promise<Columns> {
  const { sku, size, color, price, compareAtPrice, cost, weight, barcode, lowStockAt, img } =
    change;
  const columns = {
    sku,
    size,
    color,
    priceMinor: price,
    compareAtMinor: compareAtPrice,
    costMinor: cost,
    weightGrams: weight,
    barcode,
    lowStockAt,
    imageUrl: img ? await keepImage(ctx, tx, img) : img,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

function archivedColumns(ctx: Ctx, variant: StaffVariant, change: VariantChanges): Columns {
  // One without an id is asked for by its options, so it is wanted.
  const wanted = change.archived ?? (change._id === undefined ? false : variant.archived);
  if (wanted === variant.archived) return {};
  return wanted ? { archivedAt: ctx.now(), active: false } : { archivedAt: null };
}

function newRow(
  product: StaffProduct,
  change: VariantChanges,
  columns: Columns,
  position: number,
): NewRow {
  return {
    sku: defaultSku(product.id, position),
    ...columns,
    id: newId('var'),
    productId: product.id,
    onHand: change.inventory ?? 0,
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
