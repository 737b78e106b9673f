/**
 * Owns the counts of what people search, what found nothing, and what they chose among the results.
 * Promises: nothing in them tells who searched; they cost a search no statement; nobody can fill
 * them. It also owns the frequent searches that are offered to everyone.
 */
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import type { ReportPeriod, SearchReport } from './search-reports.schema.ts';
import { type AddedSums, selectReport } from './search-reports.store.ts';
import { readWithSums } from './search-sums.ts';

export {
  hideSearch,
  listPopularSearches,
  offerSearch,
  popularSearches,
} from './popular-searches.ts';
export { createSearchCounter } from './search-counter.ts';
export { sumUpSearches } from './search-sums.ts';

/** The most texts in each list of a report. */
const LISTED = 100;

/** What people searched in the last days (admin). Other processes write their counts within a minute. */
export async function reportSearches(
  ctx: Ctx,
  actor: Actor,
  days: ReportPeriod,
  listed = LISTED,
): Promise<SearchReport> {
  requireAdmin(actor);
  await ctx.searches.write();
  const read = (sums: AddedSums) => selectReport(ctx.db, sums, listed);
  const nothing = { searches: 0, empty: 0, top: [], topEmpty: [] };
  return { days, ...((await readWithSums(ctx, days, read)) ?? nothing) };
}
