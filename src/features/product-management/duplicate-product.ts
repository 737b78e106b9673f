/** Copies a product as a draft. */
import { inTransaction } from '#db/client.ts';
import { newId } from '#shared/ids.ts';
import { productLimits } from '#shared/product-limits.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { variants } from '../catalog/catalog.table.ts';
import { categoryIdOf } from '../catalog/categories.table.ts';
import type { Ctx } from '../context.ts';
import { requireCosts } from '../permissions.ts';
import { imageColumns } from './edit-parts.ts';
import { replaceDescriptionImages, replaceRelated } from './edit-product.store.ts';
import { notFound } from './edit-product.ts';
import { makeSkus } from './make-skus.ts';
import type { StaffProduct } from './product-management.schema.ts';
import { insertProduct } from './product-management.store.ts';
import { freeSlug } from './product-slugs.ts';
import { asRefusal } from './refusals.ts';
import { imagesInStored } from './rich-text.ts';
import { selectStaffProduct } from './staff-product.store.ts';

const SUFFIX = ' (copy)';

/**
 * Copies a product in any status as a draft with a slug and SKUs of its own (admin). The copy has
 * no stock and no barcodes, because those belong to units that exist, and no texts for search
 * engines, which need one page for each. Archived variants are left out, unless there are no others.
 */
export async function duplicateProduct(ctx: Ctx, actor: Actor, id: string): Promise<StaffProduct> {
  const admin = requireCosts(actor);
  return inTransaction(ctx.db, async (tx) => {
    const original = (await selectStaffProduct(tx, id)) ?? notFound();
    const name = nameOfCopy(original.name);
    const copyId = newId('prd');
    const copied = copiedVariants(original);
    const product = toRow(original, { id: copyId, name, slug: await freeSlug(tx, name) });
    const at = ctx.now();
    const images = original.images.map((image, position) => ({
      id: newId('img'),
      productId: copyId,
      position,
      ...imageColumns(image),
    }));
    await insertProduct(
      tx,
      { ...product, createdAt: at, updatedAt: at },
      toVariantRows(copied, copyId, await makeSkus(ctx, tx, product, copied)),
      images,
    );
    await replaceDescriptionImages(tx, copyId, imagesInStored(original.descriptionHtml));
    await replaceRelated(tx, copyId, original.related);
    await recordAudit(tx, admin.id, 'product.duplicate', copyId, { name, of: original.name });
    return (await selectStaffProduct(tx, copyId)) ?? notFound();
  }).catch((error: unknown) => {
    throw asRefusal(error);
  });
}

/** Cuts the name so that no half of a surrogate pair remains. */
function nameOfCopy(name: string): string {
  const room = productLimits.name - SUFFIX.length;
  return name.slice(0, room).replace(/[\ud800-\udbff]$/, '') + SUFFIX;
}

function toRow(original: StaffProduct, own: { id: string; name: string; slug: string }) {
  const { category, descriptions, descriptionHtml, gender, brand, productType } = original;
  const { material, care, tags, priceMinor, compareAtMinor, costMinor } = original;
  const { weightGrams, currency, optionName } = original;
  return {
    ...own,
    categoryId: categoryIdOf(category),
    descriptions,
    descriptionHtml,
    gender,
    brand,
    productType,
    material,
    care,
    tags,
    optionName,
    priceMinor,
    compareAtMinor,
    costMinor,
    weightGrams,
    currency,
    status: 'draft' as const,
  };
}

/** The variants that a copy gets, without their SKUs. */
function copiedVariants({ variants: all }: StaffProduct) {
  const live = all.filter(({ archived }) => !archived);
  return (live.length > 0 ? live : all).map(({ sku: _, ...variant }, position) => ({
    ...variant,
    position,
  }));
}

function toVariantRows(
  copied: ReturnType<typeof copiedVariants>,
  productId: string,
  skus: string[],
): (typeof variants.$inferInsert)[] {
  return copied.map((variant) => {
    const { size, color, priceMinor, compareAtMinor, costMinor, weightGrams } = variant;
    const { option, lowStockAt, imageUrl, position } = variant;
    return {
      id: newId('var'),
      productId,
      sku: skus[position] ?? '',
      size,
      color,
      option,
      priceMinor,
      compareAtMinor,
      costMinor,
      weightGrams,
      lowStockAt,
      imageUrl,
      available: 0,
      position,
      // A draft is not on sale.
      active: false,
    };
  });
}
