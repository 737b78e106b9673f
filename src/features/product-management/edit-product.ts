/**
 * Changes a product: fields, status, slug, images and variants in one transaction. Promises: an
 * edit that was made from an older version changes nothing and returns the current record; the
 * audit log has every changed field with before and after; a product whose status is not 'active'
 * can't be bought.
 */
import { inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { type Actor, requireAdmin } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { products } from '../catalog/catalog.table.ts';
import type { Ctx } from '../context.ts';
import { keepImage } from '../images/images.ts';
import { differences } from './differences.ts';
import {
  lockDueProducts,
  lockProduct,
  replaceImages,
  updateOnSale,
  updateProduct,
  writeNewVersion,
} from './edit-product.store.ts';
import { editVariants } from './edit-variants.ts';
import type { ProductChanges, StaffProduct } from './product-management.schema.ts';
import { selectTakenSlugs } from './product-management.store.ts';
import { asRefusal, requireKnownCategory } from './refusals.ts';
import { changeSlug, freeSlug } from './slugs.ts';
import { selectStaffProduct } from './staff-product.store.ts';

type Columns = Partial<typeof products.$inferInsert>;

/** How many scheduled products one run of the job makes active in a transaction. */
const PUBLISHED_AT_ONCE = 100;

/** A product in any status, with everything that staff may see (admin). */
export async function getStaffProduct(ctx: Ctx, actor: Actor, id: string): Promise<StaffProduct> {
  requireAdmin(actor);
  return (await selectStaffProduct(ctx.db, id)) ?? notFound();
}

/**
 * Applies these changes to the given version of a product (admin) and returns the new record. 412
 * `edit_conflict` with the current record in `details.current` when it changed meanwhile.
 */
export async function editProduct(
  ctx: Ctx,
  actor: Actor,
  id: string,
  version: number,
  changes: ProductChanges,
): Promise<StaffProduct> {
  const admin = requireAdmin(actor);
  if (changes.category !== undefined) requireKnownCategory(ctx, changes.category);
  return inTransaction(ctx.db, async (tx) => {
    const before = await lockRecord(tx, id);
    if (before.version !== version) throw conflict(before);
    return changeLocked(ctx, tx, admin.id, before, changes);
  }).catch((error: unknown) => {
    throw asRefusal(error);
  });
}

/** Archives a product inside the caller's transaction; false when it was archived already. */
export async function archiveProduct(
  ctx: Ctx,
  tx: Tx,
  actorId: string,
  id: string,
): Promise<boolean> {
  if ((await lockProduct(tx, id)) === undefined) return false;
  const before = await selectStaffProduct(tx, id);
  if (!before || before.status === 'archived') return false;
  await changeLocked(ctx, tx, actorId, before, { status: 'archived' }, 'product.remove');
  return true;
}

/** Makes the scheduled products active whose time has come. Runs every minute. */
export async function publishScheduled(ctx: Ctx): Promise<void> {
  for (;;) {
    const published = await inTransaction(ctx.db, async (tx) => {
      const due = await lockDueProducts(tx, ctx.now(), PUBLISHED_AT_ONCE);
      for (const id of due) {
        const before = (await selectStaffProduct(tx, id)) ?? notFound();
        await changeLocked(ctx, tx, 'jobs', before, { status: 'active' });
      }
      return due.length;
    });
    if (published < PUBLISHED_AT_ONCE) return;
  }
}

async function lockRecord(tx: Tx, id: string): Promise<StaffProduct> {
  if ((await lockProduct(tx, id)) === undefined) notFound();
  return (await selectStaffProduct(tx, id)) ?? notFound();
}

/** Applies changes in the transaction that holds the product's lock. */
export async function changeLocked(
  ctx: Ctx,
  tx: Tx,
  actorId: string,
  before: StaffProduct,
  changes: ProductChanges,
  action = 'product.edit',
): Promise<StaffProduct> {
  const { id } = before;
  const slug = await newSlug(tx, before, changes, ctx.now());
  await updateProduct(tx, id, {
    ...plainColumns(changes),
    ...statusColumns(ctx, before, changes),
    ...slug,
  });
  if (changes.images) {
    const rows = changes.images.map(async ({ url, alt }, position) => ({
      id: newId('img'),
      productId: id,
      position,
      url: await keepImage(ctx, tx, url),
      alt,
    }));
    await replaceImages(tx, id, await Promise.all(rows));
  }
  if (changes.variants) await editVariants(ctx, tx, actorId, before, changes.variants);
  await updateOnSale(tx, id);
  const changed = differences(before, (await selectStaffProduct(tx, id)) ?? notFound());
  if (Object.keys(changed).length === 0) return before;
  await writeNewVersion(tx, id, ctx.now());
  await recordAudit(tx, actorId, action, id, { name: before.name, changed });
  return (await selectStaffProduct(tx, id)) ?? notFound();
}

/** The fields that are stored as they are. An absent one is left out by Drizzle. */
function plainColumns(changes: ProductChanges): Columns {
  const { name, category, descriptions, gender, brand, productType, material, care } = changes;
  const { seoTitle, seoDescription, tags, price, compareAtPrice, cost, weight } = changes;
  return withoutAbsent({
    name,
    category,
    descriptions,
    gender,
    brand,
    productType,
    material,
    care,
    seoTitle,
    seoDescription,
    tags: tags && [...new Set(tags)],
    priceMinor: price,
    compareAtMinor: compareAtPrice,
    costMinor: cost,
    weightGrams: weight,
  });
}

function withoutAbsent(columns: { [K in keyof Columns]: Columns[K] | undefined }): Columns {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

function statusColumns(ctx: Ctx, before: StaffProduct, changes: ProductChanges): Columns {
  const status = changes.status ?? before.status;
  if (changes.publishAt !== undefined && status !== 'scheduled') {
    throw new AppError('invalid_request', 'Only a scheduled product has a time to be published.');
  }
  if (status === 'scheduled') {
    const publishAt = changes.publishAt ?? before.publishAt;
    if (publishAt === null || new Date(publishAt) <= ctx.now()) {
      throw new AppError('invalid_request', 'Please choose a time in the future for publishing.');
    }
    return { status, publishAt: new Date(publishAt), archivedAt: null };
  }
  if (status === before.status) return {};
  return { status, publishAt: null, archivedAt: status === 'archived' ? ctx.now() : null };
}

/** The slug that the product gets, when it changes. */
async function newSlug(
  tx: Tx,
  before: StaffProduct,
  changes: ProductChanges,
  at: Date,
): Promise<Columns> {
  if (changes.slug !== undefined && changes.slug !== before.slug) {
    await changeSlug(tx, before.id, { former: before.slug, taken: changes.slug }, at);
    return { slug: changes.slug };
  }
  const isRestored = before.status === 'archived' && (changes.status ?? 'archived') !== 'archived';
  if (!isRestored) return {};
  // Another product may have taken the slug of an archived one.
  const taken = await selectTakenSlugs(tx, [before.slug], before.id);
  return taken.size > 0 ? { slug: await freeSlug(tx, before.name) } : {};
}

function conflict(current: StaffProduct): AppError {
  return new AppError(
    'edit_conflict',
    'Somebody else changed this product meanwhile. Please compare the two versions.',
    { details: { current } },
  );
}

function notFound(): never {
  throw new AppError('not_found', 'There is no such product.');
}
