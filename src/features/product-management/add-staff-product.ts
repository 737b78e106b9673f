/** Adds a product with every field of an edit, in any status. */
import type { Tx } from '#db/client.ts';
import { newId } from '#shared/ids.ts';
import type { Actor } from '../actor.ts';
import { categoryIdOf } from '../catalog/categories.table.ts';
import type { Ctx } from '../context.ts';
import { requireCosts } from '../permissions.ts';
import { addOnce } from './add-once.ts';
import { insertProductRow } from './edit-product.store.ts';
import { changeLocked } from './edit-product.ts';
import type { StaffProduct, StaffProductInput } from './product-management.schema.ts';
import { freeSlug, requireFreeSlug } from './product-slugs.ts';
import { selectStaffProduct } from './staff-product.store.ts';

/**
 * Adds a product (admin), as a draft if the input names no status. Without variants it gets one
 * without units. It is one transaction, so a refused product leaves nothing behind. A repeat with
 * the same id returns the product that is there.
 */
export async function addStaffProduct(
  ctx: Ctx,
  actor: Actor,
  input: StaffProductInput,
  id = newId('prd'),
): Promise<StaffProduct> {
  const admin = requireCosts(actor);
  const variants = input.variants?.length ? input.variants : [{}];
  return addOnce(ctx, id, input, async (tx) => {
    const draft = await insertDraft(ctx, tx, id, input);
    return changeLocked(ctx, tx, admin.id, draft, { ...input, variants }, 'product.add');
  });
}

/**
 * Inserts the fields that every product has. Nobody else can see the product before the transaction
 * ends.
 */
async function insertDraft(
  ctx: Ctx,
  tx: Tx,
  id: string,
  input: StaffProductInput,
): Promise<StaffProduct> {
  const { name, category = '', descriptions = '', gender = '', price = null, slug } = input;
  if (slug !== undefined) await requireFreeSlug(tx, slug);
  await insertProductRow(tx, {
    id,
    slug: slug ?? (await freeSlug(tx, name)),
    name,
    categoryId: categoryIdOf(category),
    descriptions,
    gender,
    priceMinor: price,
    currency: ctx.shop.currency,
    status: 'draft',
    version: 0,
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
  });
  const draft = await selectStaffProduct(tx, id);
  if (!draft) throw new Error(`The product ${id} was not inserted.`);
  return draft;
}
