/**
 * Reads the filters and sort of the console's product list from its address:
 * `?q=coat&status=draft&stock=low&min=20&sort=name`. Unknown and broken values are ignored;
 * what is wrong with a price is said beside its field.
 */
import {
  type ProductStatus,
  productStatusLabels,
} from '#features/product-management/product-status.schema.ts';
import {
  type StaffFilter,
  type StaffSort,
  staffSorts,
  stockLevels,
} from '#features/product-management/staff-list.schema.ts';
import { readPriceRange } from './filter-ranges.ts';
import { readCategory, readText } from './list-text.ts';
import { readChoice } from './pagination.ts';
import { readTag } from './tag-param.ts';

export function readStaffSort(params: URLSearchParams): StaffSort {
  return readChoice(params.get('sort'), staffSorts);
}

export function readStaffFilter(
  params: URLSearchParams,
  categories: readonly { id: string }[],
): StaffFilter {
  return {
    text: readText(params),
    status: readStatus(params.get('status')),
    category: readCategory(params, categories),
    stock: readChoice(params.get('stock'), stockLevels),
    missingImage: params.get('image') === 'missing',
    price: readPriceRange(params),
    tag: readTag(params),
  };
}

function readStatus(asked: string | null): ProductStatus | null {
  return asked !== null && Object.hasOwn(productStatusLabels, asked)
    ? (asked as ProductStatus)
    : null;
}
