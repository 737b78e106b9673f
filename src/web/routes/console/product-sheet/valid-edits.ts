import type { SheetField } from '#features/product-management/bulk-edit.schema.ts';
import type { SheetErrors } from '../../../components/console/sheet/sheet-model.ts';
import type { Preview } from './bulk-edit-calls.ts';
import { editsOf, type ProductRow } from './product-rows.ts';

/** The edits that can be sent, and the errors in the cells of the other products. */
export function validEdits(
  base: ReadonlyMap<string, ProductRow>,
  rows: ProductRow[],
  errors: SheetErrors,
) {
  const wrong = rows.flatMap(({ key, productId, name, sku }) =>
    Object.entries(errors.get(key) ?? {}).map(([field, reason = '']) => ({
      product: productId,
      name,
      sku,
      field: field as SheetField,
      reason,
    })),
  );
  const left = new Set(wrong.map(({ product }) => product));
  return { edits: editsOf(base, rows).filter(({ _id }) => !left.has(_id)), wrong };
}

/** A preview without edits. */
export const NOTHING: Preview = {
  products: 0,
  variants: 0,
  unchanged: 0,
  leftOut: 0,
  problems: [],
  changes: [],
  changeCount: 0,
};

/** A preview that also has the products with errors in their cells. */
export function withWrong(
  preview: Preview,
  wrong: ReturnType<typeof validEdits>['wrong'],
): Preview {
  const products = new Set(wrong.map(({ product }) => product));
  return {
    ...preview,
    leftOut: preview.leftOut + products.size,
    problems: [...wrong, ...preview.problems],
  };
}
