/**
 * The searches that are offered to everyone: the most frequent of the last days that found something.
 * Nobody can put a text there alone, and none that is not made of the shop's own words: those of names,
 * brands, types, tags, materials, sizes, colors and categories. Staff hide what they don't want, with
 * all texts that are the same search.
 */

import type { Tx } from '#db/client.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import { searchKey, whichAreOwnWords, wordsOf } from '../catalog/catalog.ts';
import type { Ctx } from '../context.ts';
import { editAsAdmin } from '../edit-as-admin.ts';
import { requireAdmin } from '../permissions.ts';
import { rememberedFor } from '../remembered.ts';
import { countedQuery } from './search-counter.ts';
import { MAX_HIDDEN, MIN_NETWORKS, type PopularSearches } from './search-reports.schema.ts';
import {
  deleteHidden,
  insertHidden,
  selectFrequent,
  selectHidden,
} from './search-reports.store.ts';
import { readWithSums } from './search-sums.ts';

/** The days whose searches are counted, as in the shortest report. */
const DAYS = 7;
/** How many searches are offered, and how many are read to find them. */
const OFFERED = 8;
const MAX_READ = 200;
/** How long other processes may offer what was hidden, or lack what was counted. */
const KEPT_MS = MINUTE_MS;

/** The searches that are offered, the most frequent first. Read once a minute in each process. */
export const popularSearches = rememberedFor(KEPT_MS, readPopular);

async function readPopular(ctx: Ctx): Promise<string[]> {
  const frequent = { networks: MIN_NETWORKS, limit: MAX_READ };
  const texts = await readWithSums(ctx, DAYS, (sums) => selectFrequent(ctx.db, sums, frequent));
  if (!texts || texts.length === 0) return [];
  const different = withoutSame(texts, await selectHidden(ctx.db));
  return (await whichAreOwnWords(ctx, different)).slice(0, OFFERED);
}

/** Of texts that are the same search only the first, none that is hidden, none that repeats a word. */
function withoutSame(texts: string[], hidden: string[]): string[] {
  const keyOf = (text: string) => searchKey(wordsOf(text));
  const seen = new Set(hidden.map(keyOf));
  return texts.filter((text) => {
    const key = keyOf(text);
    if (seen.has(key) || text.split(' ').length > key.split(' ').length) return false;
    seen.add(key);
    return true;
  });
}

/** What is offered now, and what is hidden (admin). */
export async function listPopularSearches(ctx: Ctx, actor: Actor): Promise<PopularSearches> {
  requireAdmin(actor);
  await ctx.searches.write();
  popularSearches.forget(ctx);
  return { offered: await popularSearches(ctx), hidden: await selectHidden(ctx.db) };
}

/** Offers a text to nobody any more (admin). A repeat changes nothing. */
export async function hideSearch(ctx: Ctx, actor: Actor, text: string): Promise<string> {
  requireAdmin(actor);
  const query = countedQuery(text);
  if (query === null) throw refused('Please write the search that is to be hidden.');
  return change(ctx, actor, 'searches.hide', query, async (tx) => {
    const isNew = await insertHidden(tx, query);
    if (isNew && (await selectHidden(tx)).length > MAX_HIDDEN) {
      throw refused(`A shop hides at most ${MAX_HIDDEN} searches.`);
    }
    return isNew;
  });
}

/** Offers a hidden text again while it is frequent (admin). A repeat changes nothing. */
export async function offerSearch(ctx: Ctx, actor: Actor, query: string): Promise<string> {
  return change(ctx, actor, 'searches.offer', query, (tx) => deleteHidden(tx, query));
}

async function change(
  ctx: Ctx,
  actor: Actor,
  action: 'searches.hide' | 'searches.offer',
  query: string,
  work: (tx: Tx) => Promise<boolean>,
): Promise<string> {
  await editAsAdmin(ctx, actor, { locks: ['hidden-searches'] }, async (tx, adminId) => {
    if (await work(tx)) await recordAudit(tx, adminId, action, query, {});
  });
  popularSearches.forget(ctx);
  return query;
}

function refused(message: string): AppError {
  return new AppError('invalid_request', message);
}
