/**
 * Takes images away that nothing shows. The row says so first and goes last, and the files go in
 * between, outside of any transaction: whoever dies on the way leaves a row that the next round
 * finds, and whoever uploads the same file meanwhile waits until it is over.
 */
import type { Ctx } from '../context.ts';
import { SUFFIXES, uploadOf } from './image-files.ts';
import {
  claimRemoval,
  claimStray,
  finishRemoval,
  markShownUsed,
  selectKnown,
} from './images.store.ts';

export const HOUR_MS = 3_600_000;
/** How long an image waits for something to show it. */
export const UNUSED_KEPT_MS = 24 * HOUR_MS;
/** Whoever began to remove an image longer ago than this is no longer at it. */
const ABANDONED_MS = 5 * 60_000;
const REMOVED_PER_ROUND = 200;
/** A file without a row is given this time: its row may come back from a backup. */
const STRAY_KEPT_MS = 7 * 24 * HOUR_MS;
const STRAYS_PER_ROUND = 1_000;
/** More strays than known files: then it is the database that isn't the one of these files. */
const FEW_STRAYS = 12;

/** Takes images away that nothing has used for a day. Answers how many; safe in many processes. */
export async function removeUnusedImages(ctx: Ctx): Promise<number> {
  const now = ctx.now();
  const before = new Date(now.getTime() - UNUSED_KEPT_MS);
  const abandonedBefore = new Date(now.getTime() - ABANDONED_MS);
  const { servedAt } = ctx.images;
  await markShownUsed(ctx.db, before, now);
  for (let removed = 0; removed < REMOVED_PER_ROUND; removed += 1) {
    const name = await claimRemoval(ctx.db, { now, before, abandonedBefore, servedAt });
    if (!name) return removed;
    await removeFiles(ctx, name);
    await finishRemoval(ctx.db, name, now);
  }
  return REMOVED_PER_ROUND;
}

/**
 * Takes away what killed processes left unfinished, and files that no row knows of. Answers how
 * many images those were.
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
      if (!rows.has(name) && strays.size < STRAYS_PER_ROUND) strays.add(name);
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
  if (byName) await Promise.all(SUFFIXES.map((suffix) => byName.remove(`${name}-${suffix}`)));
}
