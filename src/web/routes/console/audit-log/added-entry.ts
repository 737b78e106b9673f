/** The entry of a product that came by an import, which the page has and the audit log has not. */
import type { AuditFilter } from '#features/audit-log/audit-log.schema.ts';
import type { AddedByImport } from '#features/product-management/product-management.ts';
import { dayOf } from '#shared/days.ts';
import { shopTimeZone } from '#shared/shop-time-zone.ts';
import type { ShownEntry } from './shown-entry.ts';

/** Whether the import that added a product is one of the entries that fit a filter of this product. */
export function fitsFilter({ by, at }: AddedByImport, filter: AuditFilter): boolean {
  const { actor, area, from, to } = filter;
  const day = dayOf(at, shopTimeZone.name);
  return (
    (actor === null || actor === by) &&
    (area === null || area === 'product') &&
    (from === null || day >= from) &&
    (to === null || day <= to)
  );
}

/** The addition of a product as the page of the audit log shows it. */
export function toAddedEntry(
  { jobId, fileName, by, at }: AddedByImport,
  names: ReadonlyMap<string, string>,
): ShownEntry {
  return {
    ...{ id: jobId, actor: names.get(by) ?? by, at: at.toISOString() },
    action: `Added by the import of ${fileName}`,
    subjects: [{ to: `/admin/imports/${jobId}`, name: 'Import' }],
    ...{ facts: [], fields: [], more: 0 },
  };
}
