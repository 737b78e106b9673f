/**
 * Changes a product: fields, status, slug, images and variants in one transaction. Promises: an
 * edit that was made from an older version changes nothing and returns the current record; the
 * audit log has every changed field with before and after; a product whose status is not 'active'
 * can't be bought.
 */
import { inTransaction, type Tx } from '#db/client.ts';
import type { Differences } from '#shared/differences.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import type { AuditAction } from '../audit-log/audit-log.schema.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import { categoryIdOf } from '../catalog/categories.table.ts';
import type { Ctx } from '../context.ts';
import { asSpelled } from '../merchandising/merchandising.ts';
import { requireCosts } from '../permissions.ts';
import { requireVersion } from '../record-version.ts';
import { differences } from './differences.ts';
import { changeDescription, changeImages, changeRelated, withNames } from './edit-parts.ts';
import {
  type ProductColumns as Columns,
  lockProducts,
  lockVariantsOf,
  updateOnSale,
  updateProduct,
  writeVersion,
} from './edit-product.store.ts';
import { editVariants } from './edit-variants.ts';
import { settledPrice } from './first-price.ts';
import { withColorsOfVariants, withSpelledColors } from './image-colors.ts';
import { findMatches, isArchived, requireOptions } from './match-variants.ts';
import { orderVariants } from './order-variants.ts';
import type { ProductChanges, StaffProduct } from './product-management.schema.ts';
import { changeSlug, isRestored, slugOfRestored } from './product-slugs.ts';
import { asRefusal, requireKnownCategory } from './refusals.ts';
import { setOnHand } from './set-on-hand.ts';
import { selectStaffProduct } from './staff-product.store.ts';
import { requireComplete, statusColumns } from './status-columns.ts';

/** A product in any status, with everything that staff may see (admin). */
export async function getStaffProduct(ctx: Ctx, actor: Actor, id: string): Promise<StaffProduct> {
  requireCosts(actor);
  return (await selectStaffProduct(ctx.db, id)) ?? notFound();
}

/**
 * Applies these changes to the given version of a product (admin) and returns the new record. 412
 * `edit_conflict` with the current record in `details.current` when it changed meanwhile, or the
 * units on hand are no longer those that the changes name as shown.
 */
export async function editProduct(
  ctx: Ctx,
  actor: Actor,
  id: string,
  version: number,
  changes: ProductChanges,
): Promise<StaffProduct> {
  const admin = requireCosts(actor);
  if (changes.category) await requireKnownCategory(ctx, changes.category);
  return inTransaction(ctx.db, async (tx) => {
    const before = await lockRecord(tx, id);
    requireVersion(before, version);
    return changeLocked(ctx, tx, admin.id, before, changes);
  }).catch((error: unknown) => {
    throw asRefusal(error);
  });
}

/**
 * Archives products inside the caller's transaction. Returns those that were archived already or
 * do not exist.
 */
export async function archiveProducts(
  ctx: Ctx,
  tx: Tx,
  actorId: string,
  ids: string[],
): Promise<string[]> {
  await lockProducts(tx, ids);
  await lockVariantsOf(tx, ids);
  const gone: string[] = [];
  for (const id of ids) {
    const before = await selectStaffProduct(tx, id);
    if (!before || before.status === 'archived') gone.push(id);
    else await changeLocked(ctx, tx, actorId, before, { status: 'archived' }, 'product.remove');
  }
  return gone;
}

/** The current record of a product, locked until the transaction ends. */
export async function lockRecord(tx: Tx, id: string): Promise<StaffProduct> {
  await lockProducts(tx, [id]);
  return (await selectStaffProduct(tx, id)) ?? notFound();
}

/**
 * Applies changes to a locked product. Returns the new record, or the same one when nothing
 * differs.
 */
export async function changeLocked(
  ctx: Ctx,
  tx: Tx,
  actorId: string,
  before: StaffProduct,
  changes: ProductChanges,
  action: AuditAction = 'product.edit',
): Promise<StaffProduct> {
  const { id } = before;
  const isOnSaleAffected = changes.status !== undefined || changes.variants !== undefined;
  const isOrdered = changes.colors !== undefined || changes.options !== undefined;
  // This waits for orders that have locked them.
  if (isOnSaleAffected || isOrdered || changes.images) await lockVariantsOf(tx, [id]);
  const units = await changeUnits(ctx, tx, actorId, id, changes);
  const slug = await newSlug(tx, before, changes, ctx.now());
  const tags = changes.tags && (await asSpelled(tx, changes.tags));
  const described = await changeDescription(ctx, tx, before, changes);
  const priced = { ...changes, ...priceTaken(before, changes) };
  requireComplete(before, { ...priced, ...described });
  await updateProduct(tx, id, {
    ...plainColumns(tags ? { ...priced, tags } : priced),
    ...described,
    ...statusColumns(ctx, before, changes),
    ...slug,
  });
  const pictured = changes.images ? await changeImages(ctx, tx, before, changes.images) : before;
  if (changes.related) await changeRelated(tx, before, changes.related);
  if (changes.variants) {
    const named = { ...pictured, name: changes.name ?? before.name, ...slug };
    await editVariants(ctx, tx, actorId, named, changes.variants);
  }
  if (isOnSaleAffected) await updateOnSale(tx, [id]);
  if (isOrdered) await orderVariants(tx, (await selectStaffProduct(tx, id)) ?? notFound(), changes);
  const edited = (await selectStaffProduct(tx, id)) ?? notFound();
  requireOptions(before, edited);
  const images = changes.images
    ? withSpelledColors(edited.images, edited.variants)
    : withColorsOfVariants(edited.images, { before: before.variants, after: edited.variants });
  const after = images === edited.images ? edited : await changeImages(ctx, tx, edited, images);
  const changed = { ...differences(before, after), ...units };
  if (Object.keys(changed).length === 0) return before;
  const version = before.version + 1;
  const at = ctx.now();
  await writeVersion(tx, id, version, at);
  const detail = { name: before.name, changed: await withNames(tx, changed) };
  await recordAudit(tx, actorId, action, id, detail);
  return { ...after, version, updatedAt: at.toISOString() };
}

/** Sets units on hand. Reads the product again, because orders may have moved units until the lock. */
async function changeUnits(
  ctx: Ctx,
  tx: Tx,
  actorId: string,
  id: string,
  { variants = [] }: ProductChanges,
): Promise<Differences> {
  if (variants.every(({ onHand }) => onHand === undefined)) return {};
  const now = (await selectStaffProduct(tx, id)) ?? notFound();
  return setOnHand(ctx, tx, actorId, now, variants);
}

/** The price that the product takes from its variants, if it comes to need one. */
function priceTaken(before: StaffProduct, changes: ProductChanges): Pick<ProductChanges, 'price'> {
  const { status = before.status, price: priceMinor = before.priceMinor } = changes;
  // Matching the variants of a product takes time while it is locked.
  if (priceMinor !== null) return {};
  const changed = findMatches(before, changes.variants ?? []).map((match) => {
    const { price = match.variant?.priceMinor ?? null } = match.change;
    return { id: match.variant?.id, priceMinor: price, archived: isArchived(match) };
  });
  const byId = new Map(changed.map((one) => [one.id, one]));
  const variants = [
    ...before.variants.map((one) => byId.get(one.id) ?? one),
    ...changed.filter(({ id }) => id === undefined),
  ];
  const price = settledPrice({ status, priceMinor, variants });
  return price === null ? {} : { price };
}

/** The fields that are stored as they are. An absent one is left out by Drizzle. */
function plainColumns(changes: ProductChanges): Columns {
  const { name, category, gender, brand, productType, material, care } = changes;
  const { seoTitle, seoDescription, tags, optionName, price, compareAtPrice } = changes;
  const { cost, weight } = changes;
  return withoutAbsent({
    name,
    categoryId: category === undefined ? undefined : categoryIdOf(category),
    gender,
    brand,
    productType,
    material,
    care,
    seoTitle,
    seoDescription,
    tags,
    optionName,
    priceMinor: price,
    compareAtMinor: compareAtPrice,
    costMinor: cost,
    weightGrams: weight,
  });
}

function withoutAbsent(columns: { [K in keyof Columns]: Columns[K] | undefined }): Columns {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** The slug that the product gets, when it changes. */
async function newSlug(
  tx: Tx,
  before: StaffProduct,
  changes: ProductChanges,
  at: Date,
): Promise<{ slug?: string }> {
  if (changes.slug !== undefined && changes.slug !== before.slug) {
    await changeSlug(tx, before.id, { former: before.slug, taken: changes.slug }, at);
    return { slug: changes.slug };
  }
  return isRestored(before, changes.status) ? { slug: await slugOfRestored(tx, before) } : {};
}

export function notFound(): never {
  throw new AppError('not_found', 'There is no such product.');
}
