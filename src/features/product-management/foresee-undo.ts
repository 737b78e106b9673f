/** What an undo of a job would leave as it is, for the question before it. */
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { movedSince } from '../inventory/inventory.ts';
import { isUndoableNow, type JobView } from '../staff-jobs/staff-jobs.schema.ts';
import { listStored } from '../staff-jobs/staff-jobs.ts';
import { editedSince } from './edited-since.ts';
import type { ForeseenUndo } from './import.schema.ts';
import { selectVersions } from './product-management.store.ts';

/** The most products that are looked at. */
const MOST = 1_000;

/**
 * How many products an undo of this import or bulk edit would leave as they are (admin); null if it
 * can't be undone now. An undo of a bulk edit takes back what was sold since.
 */
export async function foreseeUndo(
  ctx: Ctx,
  actor: Actor,
  job: JobView,
): Promise<ForeseenUndo | null> {
  if (!isUndoableNow(job)) return null;
  const items = await listStored(ctx, actor, job.id, {
    isKept: job.status === 'undone',
    limit: MOST + 1,
  });
  const some = items.slice(0, MOST);
  const versions = await selectVersions(
    ctx.db,
    some.map(({ subject }) => subject),
  );
  const edited = await editedSince(
    ctx.db,
    job.id,
    some.flatMap(({ subject: id, version }) => {
      const now = versions.get(id);
      return now === undefined ? [] : { id, made: version ?? 0, now };
    }),
  );
  const since = some.map(({ subject, movement }) => ({
    ...{ productId: subject, movement: movement ?? 0 },
  }));
  const moved = job.kind === 'import' ? await movedSince(ctx.db, since) : new Map();
  const stay = some.filter(
    ({ subject: id }) => !versions.has(id) || edited.has(id) || moved.has(id),
  );
  return { looked: some.length, isAll: items.length <= MOST, stay: stay.length };
}
