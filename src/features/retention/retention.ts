/**
 * Owns how long rows stay that nobody needs for ever. Promises: a row goes only by a rule of
 * `retention-rules.ts`; nothing goes that is still to be sent, processed or undone; a removal holds
 * no lock for long, and waits for one for a second at most.
 */
import { DAY_S } from '#shared/durations.ts';
import type { ShopConfig } from '#shared/shop-config.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import { removeRows, selectRemovals } from './retention.store.ts';
import {
  type Keep,
  type RetentionDays,
  type RuleName,
  ruleNames,
  ruleOf,
} from './retention-rules.ts';

/** What a rule has removed. */
export interface RemovalView {
  what: string;
  removed: number;
  lastAt: string;
}

/**
 * Removes rows that are older than their rule says, a bounded number at a time; returns how many.
 * Any number of processes may do so at once.
 */
export async function removeOld(ctx: Ctx, name: RuleName, days: RetentionDays): Promise<number> {
  const rule = ruleOf(name);
  const now = ctx.now();
  const seconds = keptSeconds(rule.keep, days, ctx.shop);
  if (seconds === null) return 0;
  const before = new Date(now.getTime() - seconds * 1_000);
  let removed = await removeRows(ctx.db, { name, rule, before, now });
  if (rule.withCaptured && ctx.mail.captured)
    removed += await ctx.mail.captured.removeBefore(before);
  // Counters and links end all the time; the page of the status has their numbers.
  if (removed > 0 && !('seconds' in rule.keep)) {
    ctx.log.info('retention.removed', { rule: name, rows: removed, before });
  }
  return removed;
}

/** How long rows stay; null means for ever. */
function keptSeconds(keep: Keep, days: RetentionDays, shop: ShopConfig): number | null {
  if ('seconds' in keep) return keep.seconds;
  const kept =
    'file' in keep ? keep.file(shop) || null : days[keep.variable as keyof RetentionDays];
  return kept === null ? null : kept * DAY_S;
}

/** What the rules have removed so far (admin), in their order. */
export async function listRemovals(ctx: Ctx, actor: Actor): Promise<RemovalView[]> {
  requireAdmin(actor);
  const rows = new Map((await selectRemovals(ctx.db)).map((row) => [row.rule, row]));
  return ruleNames.flatMap((name) => {
    const row = rows.get(name);
    if (!row) return [];
    return [{ what: ruleOf(name).what, removed: row.removed, lastAt: row.lastAt.toISOString() }];
  });
}
