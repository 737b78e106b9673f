/** Finds the products of the shop that a file names as related ones. */
import type { Tx } from '#db/client.ts';
import { MAX_RELATED } from '#shared/product-limits.ts';
import { productSlug } from '#shared/slugify.ts';
import type { StaffProduct } from '../product-management.schema.ts';
import type { CsvProduct } from './csv-product.ts';
import { selectLiveNames, selectSlugOwners } from './import.store.ts';

/** Returns the addresses among these that products of the file have. */
export type InFile = (tx: Tx, slugs: string[]) => Promise<Set<string>>;

/** The data about the products that others are related to. */
export interface Relatable {
  /** The id of the product that has an address, or had it. */
  ids: Map<string, string>;
  /** The names of products by id. Archived ones are missing. */
  names: Map<string, string>;
  /** Addresses of products that are only in the file. */
  inFile: Set<string>;
}

/** Whether a file says what a product is related to. It never does for an archived product. */
export function mayRelate({ given, status }: CsvProduct): boolean {
  return given.has('related') && status !== 'archived';
}

const slugsOf = ({ relatedHandles }: CsvProduct) => [...new Set(relatedHandles.map(productSlug))];

/** The data about the products that these are or become related to, in the shop and in the file. */
export async function findRelatable(
  tx: Tx,
  products: CsvProduct[],
  records: Iterable<StaffProduct>,
  inFile: InFile,
): Promise<Relatable> {
  const slugs = [...new Set(products.filter(mayRelate).flatMap(slugsOf))];
  const { live, former } = await selectSlugOwners(tx, slugs);
  const ids = new Map([...former, ...live]);
  const now = products.some(mayRelate) ? [...records].flatMap(({ related }) => related) : [];
  return {
    ids,
    names: await selectLiveNames(tx, [...new Set([...ids.values(), ...now])]),
    inFile: await inFile(
      tx,
      slugs.filter((slug) => !ids.has(slug)),
    ),
  };
}

/**
 * The related products of a record as the file wants them. Products that are neither in the shop
 * nor in the file are left out. Archived ones stay, because files do not name them.
 */
export function mergeRelated(
  before: StaffProduct,
  product: CsvProduct,
  { ids, names, inFile }: Relatable,
): {
  related: string[];
  /**
   * The names before and after; null if they are the same. A product that is only in the file has
   * its address here.
   */
  difference: [string[], string[]] | null;
} {
  if (!mayRelate(product)) return { related: before.related, difference: null };
  const isOther = (slug: string) => {
    const id = ids.get(slug);
    return id === undefined
      ? inFile.has(slug) && slug !== before.slug
      : id !== before.id && names.has(id);
  };
  const wanted = [
    ...new Set(
      slugsOf(product)
        .filter(isOther)
        .map((slug) => ids.get(slug) ?? slug),
    ),
  ].slice(0, MAX_RELATED);
  const now = before.related.filter((id) => names.has(id));
  const stored = wanted.filter((one) => names.has(one));
  const archived = before.related.filter((id) => !names.has(id));
  if (wanted.join() === now.join()) return { related: before.related, difference: null };
  const named = (list: string[]) => list.map((one) => names.get(one) ?? one);
  return {
    related: [...stored, ...archived].slice(0, MAX_RELATED),
    difference: [named(now), named(wanted)],
  };
}
