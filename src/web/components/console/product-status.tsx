import {
  type ProductStatus,
  productStatusLabels,
} from '#features/product-management/product-status.schema.ts';
import { StatusLabel, type StatusLook } from './status-label.tsx';

const looks: Record<ProductStatus, StatusLook> = {
  active: 'done',
  scheduled: 'toDo',
  draft: 'open',
  archived: 'quiet',
};

/** A product's status as a small label. */
export function ProductStatusLabel({ status }: { status: ProductStatus }) {
  return <StatusLabel look={looks[status]}>{productStatusLabels[status]}</StatusLabel>;
}
