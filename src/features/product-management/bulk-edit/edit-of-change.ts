import { changeByPercent, readPercent, roundTo99 } from '#shared/change-price.ts';
import { splitTags } from '#shared/tags.ts';
import { variantValue } from '#shared/variant-values.ts';
import type { BulkChange, ProductEdit, StoredEdit } from '../bulk-edit-input.schema.ts';
import type { EditedProduct } from '../product-management.schema.ts';

/** The values that a stored edit gives to a product as it is now. */
export function editOf(product: EditedProduct, stored: StoredEdit): ProductEdit {
  if (!('change' in stored)) return stored;
  const { _id } = stored;
  return { _id, version: product.version, variants: [], ...valuesOf(product, stored) };
}

function valuesOf(
  product: EditedProduct,
  { change, ofTag }: { change: BulkChange; ofTag?: string },
): Partial<ProductEdit> {
  switch (change.change) {
    case 'category':
      return { category: change.category };
    case 'tag':
      return { tags: [...product.tags, ...splitTags(change.tag)] };
    case 'untag': {
      // The text of several tags loses spaces at their ends, which a file may have brought.
      const removed = new Set(ofTag === undefined ? splitTags(change.tag) : [ofTag]);
      return { tags: product.tags.filter((tag) => !removed.has(tag)) };
    }
    case 'renameTag':
      return { tags: product.tags.map((tag) => (tag === change.tag ? change.to : tag)) };
    case 'percent':
      return { variants: pricesOf(product, change) };
    default:
      return { status: change.change };
  }
}

function pricesOf(
  product: EditedProduct,
  { percent, to99 }: Extract<BulkChange, { change: 'percent' }>,
): ProductEdit['variants'] {
  const hundredths = readPercent(percent) ?? 0;
  return product.variants
    .filter(({ archived }) => !archived)
    .flatMap((variant) => {
      const now = variantValue(variant, product, 'priceMinor');
      if (now === null) return [];
      const exact = changeByPercent(now, hundredths);
      return { _id: variant.id, price: to99 === 'yes' ? roundTo99(exact) : exact };
    });
}
