import type { JobItem } from '#features/staff-jobs/staff-jobs.schema.ts';
import { readRows } from '../../../components/console/list-pages.tsx';
import { type ItemPages, positions } from './item-pages.tsx';

/** The page that an address asks for of the products that a job added or changed. */
export async function readItems(
  params: URLSearchParams,
  outcome: JobItem['outcome'],
  list: (
    which: { outcome: JobItem['outcome']; after: string | null },
    limit: number,
  ) => Promise<JobItem[]>,
): Promise<{ items: JobItem[]; pages: ItemPages }> {
  const limit = readRows(params);
  const after = params.get(positions[outcome].param)?.replaceAll('\0', '') || null;
  const read = await list({ outcome, after }, limit + 1);
  const items = read.slice(0, limit);
  const next = read.length > limit ? (items.at(-1)?.subject ?? null) : null;
  return { items, pages: { limit, next } };
}
