/**
 * Reads the filters and sort of the console's product list from its address:
 * `?q=coat&status=draft&stock=low&min=20&sort=name`. Unknown and broken values are ignored.
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
import { firstCharacters } from '#shared/first-characters.ts';
import { parseMoney } from '#shared/parse-money.ts';
import { readCategory, readChoice, readText } from './list-window.ts';

/** The most characters of a tag. */
export const LONGEST_TAG = 60;

export function readStaffSort(params: URLSearchParams): StaffSort {
  return readChoice(params.get('sort'), staffSorts);
}

export function readStaffFilter(
  params: URLSearchParams,
  categories: readonly { id: string }[],
): StaffFilter {
  const tag = (params.get('tag') ?? '').replaceAll('\0', '').trim();
  return {
    text: readText(params),
    status: readStatus(params.get('status')),
    category: readCategory(params, categories),
    stock: readChoice(params.get('stock'), stockLevels),
    missingImage: params.get('image') === 'missing',
    price: {
      minMinor: parseMoney(params.get('min') ?? ''),
      maxMinor: parseMoney(params.get('max') ?? ''),
    },
    tag: firstCharacters(tag, LONGEST_TAG) || null,
  };
}

function readStatus(asked: string | null): ProductStatus | null {
  return asked !== null && Object.hasOwn(productStatusLabels, asked)
    ? (asked as ProductStatus)
    : null;
}
