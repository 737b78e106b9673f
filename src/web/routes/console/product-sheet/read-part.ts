import { openSheet } from '#features/product-management/product-management.ts';
import { orErrorPage } from '../../../respond.ts';
import type { Visit } from '../../../shop-context.ts';
import { readStaffFilter, readStaffSort } from '../../../staff-list-address.ts';
import { readPart, readSize } from './sheet-parts.ts';

/**
 * The part of the sheet that an address names, or its first rows: of the products that it names
 * (`?id=…&id=…`), or of those that fit its filters.
 */
export async function readNamedPart(visit: Visit, params: URLSearchParams, isStart: boolean) {
  const ids = params.getAll('id');
  if (ids.length > 0) return readSheet(visit, { ids }, params, isStart);
  const { categories } = await orErrorPage(visit.siteContent());
  const list = { filter: readStaffFilter(params, categories), sort: readStaffSort(params) };
  return readSheet(visit, list, params, isStart);
}

export function readSheet(
  visit: Visit,
  which: Parameters<typeof openSheet>[2],
  params: URLSearchParams,
  isStart: boolean,
) {
  const { after } = readPart(params);
  const range = { after, most: readSize(params), isStart };
  return orErrorPage(openSheet(visit.ctx, visit.actor, which, range));
}
