/**
 * Owns adding, changing and archiving products. Promises: a removed product can't be bought, and earlier
 * orders keep their copy of it; the opening stock of every variant is a movement; changes by staff
 * are in the audit log.
 */
import { inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { NewProduct, ProductDetail } from '../catalog/catalog.schema.ts';
import { getProduct } from '../catalog/catalog.ts';
import { categoryIdOf } from '../catalog/categories.table.ts';
import type { Ctx } from '../context.ts';
import { markImageUsed } from '../images/images.ts';
import { recordOpeningStock } from '../inventory/inventory.ts';
import { requireAdmin } from '../permissions.ts';
import { addOnce } from './add-once.ts';
import { archiveProducts } from './edit-product.ts';
import { makeSkus } from './make-skus.ts';
import { insertProduct, selectNames } from './product-management.store.ts';
import { freeSlug } from './product-slugs.ts';

export { addProductImage } from './add-image.ts';
export { addStaffProduct } from './add-staff-product.ts';
export { bulkEditRunner } from './bulk-edit/bulk-edit-job.ts';
export { previewChange, startChange } from './bulk-edit/change-many.ts';
export { openSheet } from './bulk-edit/open-sheet.ts';
export { previewBulkEdit, startBulkEdit } from './bulk-edit/start-bulk-edit.ts';
export { duplicateProduct } from './duplicate-product.ts';
export { editProduct, getStaffProduct } from './edit-product.ts';
export { foreseeUndo } from './foresee-undo.ts';
export { type AddedByImport, findAddingImport } from './import/added-by-import.ts';
export { categoriesNow } from './import/categories-now.ts';
export { importRunner } from './import/import-job.ts';
export { listImportItems } from './import/list-import-items.ts';
export { listStaffProducts } from './list-staff-products.ts';
export { publishScheduled } from './publish-scheduled.ts';
export { toExportedHtml } from './rich-text.ts';
export { setLowStockLevel } from './set-low-stock-level.ts';
export {
  countForStaff,
  countShort,
  countUnpublished,
  findForStaff,
  hasProducts,
  listAndCountForStaff,
  listForStaff,
} from './staff-list.ts';
export {
  addImport,
  checkAgain,
  checkUpload,
  exportLeftOut,
  importChecked,
  startImport,
} from './start-import.ts';
export {
  streamListedProducts,
  streamSelectedProducts,
  streamStaffProducts,
} from './stream-staff-products.ts';
export { getTag, listTags, previewTagChange, startTagChange } from './tags/product-tags.ts';

/** The names of these products, by id (admin). */
export function nameProducts(ctx: Ctx, actor: Actor, ids: string[]): Promise<Map<string, string>> {
  requireAdmin(actor);
  return selectNames(ctx.db, [...new Set(ids)]);
}

/** The most products that one request removes. */
const MAX_REMOVED = 100;

/**
 * Adds a product (admin). Without variants it gets one, with the given or the configured starting
 * quantity. Refuses unknown categories and images from hosts that are not configured. A repeat with
 * the same id returns the product that is there.
 */
export async function addProduct(
  ctx: Ctx,
  actor: Actor,
  input: NewProduct,
  id = newId('prd'),
): Promise<ProductDetail> {
  const admin = requireAdmin(actor);
  const product = { ...input, imageUrls: input.img ? [{ url: input.img, alt: input.name }] : [] };
  await addOnce(ctx, id, input, async (tx) => {
    const slug = await freeSlug(tx, input.name);
    await createProduct(ctx, tx, admin.id, { ...product, id, slug });
    await recordAudit(tx, admin.id, 'product.add', id, { name: input.name });
  });
  return getProduct(ctx, id);
}

/** The fields of `createProduct`, beyond those of the form. */
interface ProductToCreate extends Omit<NewProduct, 'img'> {
  id: string;
  slug: string;
  imageUrls: { url: string; alt: string }[];
}

/** Writes a product with variants, images and opening stock inside the caller's transaction. */
async function createProduct(
  ctx: Ctx,
  tx: Tx,
  actorId: string,
  input: ProductToCreate,
): Promise<void> {
  const { id } = input;
  const storedUrls = new Map<string, string>();
  for (const { url } of input.imageUrls) storedUrls.set(url, await markImageUsed(ctx, tx, url));
  const createdAt = ctx.now();
  const asked = input.variants ?? [{ inventory: input.inventory ?? ctx.shop.startingInventory }];
  const wanted = asked.map((variant, position) => ({ ...variant, position }));
  const skus = await makeSkus(ctx, tx, input, wanted);
  const variantRows = asked.map((variant, position) => ({
    id: newId('var'),
    productId: id,
    sku: skus[position] ?? '',
    size: variant.size ?? null,
    color: variant.color ?? null,
    option: variant.option ?? null,
    priceMinor: variant.price ?? null,
    barcode: variant.barcode ?? null,
    available: variant.inventory,
    position,
  }));
  const imageRows = input.imageUrls.map(({ url, alt }, position) => ({
    id: newId('img'),
    productId: id,
    position,
    url: storedUrls.get(url) ?? url,
    alt,
  }));
  const product = {
    id,
    slug: input.slug,
    name: input.name,
    categoryId: categoryIdOf(input.category),
    priceMinor: input.price,
    currency: ctx.shop.currency,
    descriptions: input.descriptions,
    gender: input.gender,
    optionName: input.optionName ?? '',
    createdAt,
    updatedAt: createdAt,
  };
  await insertProduct(tx, product, variantRows, imageRows);
  await recordOpeningStock(tx, variantRows, actorId, createdAt);
}

/** The names of products in any status, by id (admin). */
export async function productNames(
  ctx: Ctx,
  actor: Actor,
  ids: string[],
): Promise<Record<string, string>> {
  requireAdmin(actor);
  return Object.fromEntries(await selectNames(ctx.db, ids));
}

/** Removes a product (admin). A repeat does nothing. */
export async function removeProduct(
  ctx: Ctx,
  actor: Actor,
  id: string,
): Promise<{ deletedCount: number }> {
  const { deletedCount } = await removeProducts(ctx, actor, [id]);
  return { deletedCount };
}

/** Removes products (admin); `notRemoved` names those that were already gone. */
export async function removeProducts(
  ctx: Ctx,
  actor: Actor,
  ids: string[],
): Promise<{ deletedCount: number; notRemoved: string[] }> {
  const admin = requireAdmin(actor);
  if (ids.length > MAX_REMOVED) {
    throw new AppError(
      'invalid_request',
      `Please remove at most ${MAX_REMOVED} products at a time.`,
    );
  }
  return inTransaction(ctx.db, async (tx) => {
    const wanted = [...new Set(ids)].sort();
    const gone = await archiveProducts(ctx, tx, admin.id, wanted);
    const names = await selectNames(tx, gone);
    const notRemoved = gone.map((id) => names.get(id) ?? 'An unknown product');
    return { deletedCount: wanted.length - gone.length, notRemoved };
  });
}
export { forgetTags } from './tags/forget-tags.ts';
