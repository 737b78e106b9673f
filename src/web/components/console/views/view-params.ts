import { listParams } from '../../../pagination.ts';

/** The filters and sort of an address, in a fixed order and without the position in the list. */
export function viewParams(search: string): string {
  const params = listParams(search, 'after', 'show');
  for (const [name, value] of [...params]) if (value === '') params.delete(name);
  params.sort();
  return String(params);
}
