/** Owns the addresses of products: unique, and never reused once another product had them. */
import type { Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { storeFormerSlug } from './edit-product.store.ts';
import { selectTakenSlugs } from './product-management.store.ts';
import { slugify } from './slug.ts';

/** A free slug made from a name: 'wool-coat', else 'wool-coat-2' and so on. */
export async function freeSlug(tx: Tx, name: string): Promise<string> {
  const base = slugify(name);
  const wanted = [base, ...Array.from({ length: 50 }, (_, i) => `${base}-${i + 2}`)];
  const taken = await selectTakenSlugs(tx, wanted);
  return wanted.find((slug) => !taken.has(slug)) ?? `${base}-${newId('prd').slice(-8)}`;
}

/** Prepares a change of a product's slug: refuses one of another product, and stores the old one. */
export async function changeSlug(
  tx: Tx,
  productId: string,
  slugs: { former: string; taken: string },
  at: Date,
): Promise<void> {
  const taken = await selectTakenSlugs(tx, [slugs.taken], productId);
  if (taken.size > 0) {
    throw new AppError(
      'invalid_request',
      `The address "${slugs.taken}" belongs to another product, or did. Please choose another one.`,
    );
  }
  await storeFormerSlug(tx, productId, slugs, at);
}
