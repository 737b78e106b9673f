/**
 * Removes unused images. The row is marked first and deleted last. The files are removed in
 * between, outside of any transaction. The next run finds the row when a process dies halfway, and
 * an upload of the same file waits until the removal ends.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import { fileOf } from '#shared/renditions.ts';
import type { Ctx } from '../context.ts';
import { SUFFIXES, uploadOf } from './image-files.ts';
import {
  claimRemoval,
  claimStray,
  finishRemoval,
  markShownUsed,
  selectKnown,
} from './images.store.ts';

/** How long an unused image is stored. */
export const UNUSED_KEPT_MS = DAY_MS;
/** A removal that began longer ago was abandoned. */
const ABANDONED_MS = 5 * MINUTE_MS;
const REMOVED_PER_RUN = 200;
/** How long a file without a row is stored, because a backup may bring its row back. */
const STRAY_KEPT_MS = 7 * DAY_MS;
const STRAYS_PER_RUN = 1_000;
/** More strays than this and than known files mean that the files belong to another database. */
const FEW_STRAYS = 12;

/** Removes images that were unused for a day; returns how many. Safe in many processes. */
export async function removeUnusedImages(ctx: Ctx): Promise<number> {
  const now = ctx.now();
  const before = new Date(now.getTime() - UNUSED_KEPT_MS);
  const abandonedBefore = new Date(now.getTime() - ABANDONED_MS);
  const { servedAt } = ctx.images;
  await markShownUsed(ctx.db, before, now);
  for (let removed = 0; removed < REMOVED_PER_RUN; removed += 1) {
    const name = await claimRemoval(ctx.db, { now, before, abandonedBefore, servedAt });
    if (!name) return removed;
    await removeFiles(ctx, name);
    await finishRemoval(ctx.db, name, now);
  }
  return REMOVED_PER_RUN;
}

/**
 * Finishes the removals of killed processes and removes files without a row; returns how many
 * images.
 */
export async function removeStrayImages(ctx: Ctx): Promise<number> {
  const { byName } = ctx.images;
  if (!byName) return 0;
  const now = ctx.now();
  await byName.tidy(new Date(now.getTime() - HOUR_MS));
  const strays = new Set<string>();
  let known = 0;
  for await (const files of byName.list(new Date(now.getTime() - STRAY_KEPT_MS))) {
    const names = new Set(files.flatMap((file) => uploadOf(file) ?? []));
    const rows = await selectKnown(ctx.db, [...names]);
    known += rows.size;
    for (const name of names) {
      if (!rows.has(name) && strays.size < STRAYS_PER_RUN) strays.add(name);
    }
  }
  if (strays.size > FEW_STRAYS && strays.size > known) {
    ctx.log.info('images.unknown', { where: ctx.images.where, files: strays.size, known });
    return 0;
  }
  let removed = 0;
  for (const name of strays) {
    if (!(await claimStray(ctx.db, name, now))) continue;
    await removeFiles(ctx, name);
    await finishRemoval(ctx.db, name, now);
    removed += 1;
  }
  return removed;
}

async function removeFiles({ images }: Ctx, name: string): Promise<void> {
  const { byName } = images;
  if (byName) await Promise.all(SUFFIXES.map((suffix) => byName.remove(fileOf(name, suffix))));
}
