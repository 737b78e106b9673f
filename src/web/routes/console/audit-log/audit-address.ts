/** The filters of the audit log in its address: `?who=usr_…&area=stock&of=prd_…&from=2026-11-01`. */
import { type AuditFilter, auditAreas } from '#features/audit-log/audit-log.schema.ts';
import { readPeriod } from '../../../filter-ranges.ts';
import { readWords } from '../../../list-text.ts';
import { readChoice } from '../../../pagination.ts';

/** The choices of the select, and what is read from the address. */
export const areaChoices = { any: 'Any', ...auditAreas };

/** The most characters of an id. */
const LONGEST_ID = 200;

/** Unknown and broken values are ignored. */
export function readAuditFilter(params: URLSearchParams): AuditFilter {
  const area = readChoice(params.get('area'), areaChoices);
  return {
    actor: readWords(params, 'who', LONGEST_ID),
    area: area === 'any' ? null : area,
    subject: readWords(params, 'of', LONGEST_ID),
    ...readPeriod(params),
  };
}

export function isFiltered(filter: AuditFilter): boolean {
  return Object.values(filter).some((value) => value !== null);
}
