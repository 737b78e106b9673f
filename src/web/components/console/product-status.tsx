import {
  type ProductStatus,
  productStatusLabels,
} from '#features/product-management/product-status.schema.ts';
import { classNames } from '../../ui/class-names.ts';

const looks: Record<ProductStatus, string> = {
  active: 'bg-success-tint text-success',
  scheduled: 'bg-accent-tint text-accent',
  draft: 'bg-tint text-ink',
  archived: 'bg-tint text-ink-soft',
};

/** A product's status as a small label. */
export function ProductStatusLabel({ status }: { status: ProductStatus }) {
  return (
    <span
      className={classNames(
        'inline-block rounded-control px-2 py-0.5 text-xs compact:py-0 font-semibold whitespace-nowrap',
        looks[status],
      )}
    >
      {productStatusLabels[status]}
    </span>
  );
}
