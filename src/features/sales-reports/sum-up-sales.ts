/**
 * Adds up the ledger by day, so that a report reads a row for each day and the last minutes of the
 * ledger. Entries are counted by their ids: an entry with a lower id can still appear while its
 * transaction is open, so a run sums up to the newest entry that an earlier run saw.
 */
import { inTransaction, type Tx } from '#db/client.ts';
import type { Ctx } from '../context.ts';
import { addSums, beginAgain, lockProgress, noteNewest } from './sales-reports.store.ts';

/** Every transaction that was open when the newest entry was seen has ended after so long. */
const SETTLED_MS = 120_000;
/** So many entries are summed up by one transaction. */
const AT_ONCE = 50_000;

/** Sums up what is settled. */
export async function sumUpSales(ctx: Ctx): Promise<void> {
  let isBehind = true;
  const { timeZone } = ctx.shop;
  while (isBehind) isBehind = await inTransaction(ctx.db, (tx) => sumUpSome(tx, timeZone));
}

/** Returns whether there is more to sum up now. */
async function sumUpSome(tx: Tx, timeZone: string): Promise<boolean> {
  const progress = await lockProgress(tx);
  if (progress && progress.timeZone !== timeZone) {
    await beginAgain(tx, timeZone);
    return true;
  }
  const isNoted = progress && progress.summedTo < progress.seenTo && progress.seenForMs >= 0;
  if (isNoted && progress.seenForMs < SETTLED_MS) return false;
  if (!isNoted) {
    await noteNewest(tx, timeZone);
    return false;
  }
  const { summedTo: from, seenTo } = progress;
  await addSums(tx, { from, to: Math.min(seenTo, from + AT_ONCE), timeZone });
  return true;
}
