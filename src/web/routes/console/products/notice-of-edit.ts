import type {
  BulkEditInput,
  BulkEditResult,
} from '#features/product-management/bulk-edit.schema.ts';
import type { JobView } from '#features/staff-jobs/staff-jobs.schema.ts';
import { findJob, listItems } from '#features/staff-jobs/staff-jobs.ts';
import { counted } from '#shared/counted.ts';
import type { Visit } from '../../../shop-context.ts';
import { keptRulesInWords, wordsOf } from './bulk-words.ts';

/** How many products a notice names. */
const NAMED = 20;

export interface TableNotice {
  tone: 'success' | 'info' | 'danger';
  text: string;
  /** The id of the bulk edit that it is about, if that can be undone. */
  batch?: string;
}

/** What the bulk edit that the address names did, or its undo (`?notice=job_…`). */
export async function noticeOfEdit(visit: Visit, url: URL): Promise<TableNotice | undefined> {
  const id = url.searchParams.get('notice');
  const job = id === null ? undefined : await findJob(visit.ctx, visit.actor, id, 'bulkEdit');
  const { change } = (job?.input ?? {}) as Partial<BulkEditInput>;
  if (!job || !change) return undefined;
  if (job.failure !== null) return { tone: 'danger', text: job.failure };
  if (job.status === 'undone') return noticeOfUndo(visit, job);
  if (job.status !== 'done') return undefined;
  const { changed, leftOut } = job.result as unknown as BulkEditResult;
  const rest = leftOut > 0 ? ` ${counted(leftOut, 'product')} left out.` : '';
  const text = `${counted(changed, 'product')} ${wordsOf(change).done}${rest}`;
  return { tone: leftOut > 0 ? 'info' : 'success', text, batch: job.id };
}

async function noticeOfUndo({ ctx, actor }: Visit, { id, result }: JobView): Promise<TableNotice> {
  const { takenBack = 0, kept = 0, keptRules = [] } = result as unknown as BulkEditResult;
  const rules = keptRulesInWords(keptRules);
  const text = [`Undone: ${counted(takenBack, 'product')} as before.`, ...rules].join(' ');
  if (kept === 0) return { tone: rules.length > 0 ? 'danger' : 'success', text };
  const items = await listItems(ctx, actor, id, { isKept: true }, NAMED);
  const names = new Intl.ListFormat('en').format(items.map(({ label }) => label));
  const others = `Left alone, because somebody changed them since: ${names}.`;
  return { tone: 'danger', text: `${text} ${others}` };
}
