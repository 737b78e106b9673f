/** What an import did, product by product. */
import type { Actor } from '../../actor.ts';
import { changesByJob } from '../../audit-log/audit-log.ts';
import type { Ctx } from '../../context.ts';
import type { JobItem } from '../../staff-jobs/staff-jobs.schema.ts';
import { listItems } from '../../staff-jobs/staff-jobs.ts';

/**
 * The products that an import or its check added or changed, as `listItems` has them (admin). A check
 * keeps what it would change; what an import changed is in the audit log. Imports of earlier versions
 * of the shop, and those whose entries were deleted, have no fields.
 */
export async function listImportItems(
  ctx: Ctx,
  actor: Actor,
  jobId: string,
  which: { outcome: JobItem['outcome']; after: string | null },
  limit: number,
): Promise<JobItem[]> {
  const items = await listItems(ctx, actor, jobId, which, limit);
  const unsaid = items.filter(({ outcome, differences }) => outcome === 'changed' && !differences);
  const ids = unsaid.map(({ subject }) => subject);
  const changes = await changesByJob(ctx.db, 'product.import', jobId, ids);
  return items.map((item) => ({
    ...item,
    differences: item.differences ?? changes.get(item.subject) ?? null,
  }));
}
