/** Finds the products of the shop that those of a file stand for. */
import type { Executor } from '#db/client.ts';
import { productSlug } from '#shared/slugify.ts';
import { skuTaken } from '../refusals.ts';
import type { CsvProduct } from './csv-product.ts';
import { selectSkuOwners, selectSlugOwners } from './import.store.ts';
import { skusOf } from './product-rows.ts';

/** The products of the shop that have the unique names: slugs and SKUs. */
export interface Owners {
  live: Map<string, string>;
  former: Map<string, string>;
  skus: Map<string, string>;
}

export type Match =
  /** `sku` is the one that found it, null if its handle did or the file has none. */
  { id: string; sku: string | null } | { refused: string } | { none: true };

/** The match of each product, in order, and the owners of all names in the batch. */
export async function matchProducts(
  db: Executor,
  products: CsvProduct[],
): Promise<{ owners: Owners; matches: Match[] }> {
  const slugs = products.flatMap(({ handle, formerHandles }) =>
    handle ? [productSlug(handle), ...formerHandles] : formerHandles,
  );
  const owners = {
    ...(await selectSlugOwners(db, slugs)),
    skus: await selectSkuOwners(db, products.flatMap(skusOf)),
  };
  return { owners, matches: products.map((product) => findMatch(product, owners)) };
}

/**
 * The product of the shop that this one stands for. It is found by its current or former handle,
 * else by its SKUs. Archived products may share a handle, so their SKUs decide.
 */
function findMatch(product: CsvProduct, { live, former, skus }: Owners): Match {
  const slug = product.handle ? productSlug(product.handle) : '';
  const isArchived = product.given.has('status') && product.status === 'archived';
  const byHandle = isArchived ? undefined : (live.get(slug) ?? former.get(slug));
  const owners = skusOf(product).map((sku) => ({ sku, id: skus.get(sku) }));
  const known = owners.filter(({ id }) => id !== undefined);
  const id = byHandle ?? known[0]?.id;
  if (id === undefined) return { none: true };
  const other = known.find((owner) => owner.id !== id);
  if (other) return { refused: skuTaken(other.sku) };
  const hasHandle = product.handle !== '' && (byHandle ?? former.get(slug)) === id;
  return { id, sku: hasHandle || !product.handle ? null : (known[0]?.sku ?? null) };
}
