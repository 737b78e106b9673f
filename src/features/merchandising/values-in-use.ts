/**
 * The brands, types and tags that products have, offered where staff type one, so that 'Nike' and
 * 'nike ' don't become two. They are read of the newest products by an index: of some at each request,
 * and of many more every ten minutes, because a large shop has values that no new product has.
 */
import { MINUTE_MS } from '#shared/durations.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import { rememberedFor } from '../remembered.ts';
import { type ValueKind, valueKey } from './values-in-use.schema.ts';
import { selectTagsInShop, selectValues } from './values-in-use.store.ts';

/** The products that are read each time, and the most values of each kind. */
const NEWEST = { newest: 1_000, limit: 200 };
/**
 * The products that are read for the list that each process remembers, and its most values of each
 * kind.
 */
const EARLIER = { newest: 20_000, limit: 2_000 };
const KEPT_MS = 10 * MINUTE_MS;
const OFFERED = 20;

const earlierValues = rememberedFor(KEPT_MS, ({ db }) => selectValues(db, EARLIER));

/** Tags that the newest products have, by name (admin). */
export async function listProductTags(ctx: Ctx, actor: Actor): Promise<string[]> {
  requireAdmin(actor);
  const values = await selectValues(ctx.db, NEWEST);
  const tags = values.flatMap(({ kind, value }) => (kind === 'tag' ? value : []));
  return tags.sort((a, b) => a.localeCompare(b, 'en'));
}

/**
 * The values of a kind that begin with this text, whatever its capitals and spaces: one that is the
 * same first, then the most frequent (admin). Tags that only older products have come last, by name.
 */
export async function offerValues(
  ctx: Ctx,
  actor: Actor,
  kind: ValueKind,
  text: string,
): Promise<string[]> {
  requireAdmin(actor);
  const start = valueKey(text);
  const [newest, earlier] = await Promise.all([selectValues(ctx.db, NEWEST), earlierValues(ctx)]);
  const counts = new Map<string, number>();
  for (const one of [...newest, ...earlier]) {
    if (one.kind !== kind || !valueKey(one.value).startsWith(start)) continue;
    counts.set(one.value, Math.max(counts.get(one.value) ?? 0, one.count));
  }
  const isSame = (value: string) => Number(valueKey(value) === start);
  const offered = [...counts]
    .sort(([a, most], [b, more]) => isSame(b) - isSame(a) || more - most || (a < b ? -1 : 1))
    .slice(0, OFFERED)
    .map(([value]) => value);
  if (kind !== 'tag' || offered.length === OFFERED) return offered;
  const limit = OFFERED - offered.length;
  return [...offered, ...(await selectTagsInShop(ctx.db, { start, known: offered, limit }))];
}
