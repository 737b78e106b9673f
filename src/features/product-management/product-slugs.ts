/**
 * Gives products their slugs: unique, and never reused once another product had them. Former slugs
 * are followed in `catalog/catalog.store.ts`.
 */
import { lockInTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { numberedSlugs, productSlug } from '#shared/slugify.ts';
import { storeFormerSlug } from './edit-product.store.ts';
import type { StaffProduct } from './product-management.schema.ts';
import { selectTakenSlugs } from './product-management.store.ts';
import type { ProductStatus } from './product-status.schema.ts';

/** The most slugs that are tried for a name. */
const MOST_TRIED = 51;

/**
 * A free slug made from a name: 'wool-coat', else 'wool-coat-2' and so on. Concurrent callers with
 * the same words wait for each other, so that each sees the slugs that the others took.
 */
export async function freeSlug(tx: Tx, name: string): Promise<string> {
  const base = productSlug(name);
  await lockInTransaction(tx, `slug ${base.replace(/(?:-\d+)+$/, '')}`);
  const wanted = numberedSlugs(base, MOST_TRIED);
  const taken = await selectTakenSlugs(tx, wanted);
  return wanted.find((slug) => !taken.has(slug)) ?? `${base}-${newId('prd').slice(-8)}`;
}

/** Refuses a slug that another product has, or had. */
export async function requireFreeSlug(tx: Tx, slug: string, exceptOf = ''): Promise<void> {
  const taken = await selectTakenSlugs(tx, [slug], exceptOf);
  if (taken.size === 0) return;
  throw new AppError(
    'invalid_request',
    `The address "${slug}" belongs to another product, or did. Please choose another one.`,
  );
}

/** Prepares a change of a product's slug: refuses one of another product, and stores the old one. */
export async function changeSlug(
  tx: Tx,
  productId: string,
  slugs: { former: string; taken: string },
  at: Date,
): Promise<void> {
  await requireFreeSlug(tx, slugs.taken, productId);
  await storeFormerSlug(tx, productId, slugs, at);
}

/** Whether an archived product gets another status. */
export function isRestored(
  { status }: Pick<StaffProduct, 'status'>,
  next: ProductStatus | undefined,
): boolean {
  return status === 'archived' && (next ?? 'archived') !== 'archived';
}

/**
 * The slug of a restored product. While it was archived, another product may have taken its slug.
 */
export async function slugOfRestored(
  tx: Tx,
  { id, slug, name }: Pick<StaffProduct, 'id' | 'slug' | 'name'>,
): Promise<string> {
  const taken = await selectTakenSlugs(tx, [slug], id);
  return taken.size > 0 ? freeSlug(tx, name) : slug;
}
