import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import { selectNamesOf } from './name-records.store.ts';

/**
 * The names of these categories and collections, and the texts of these searches with pinned products,
 * by id (admin). Those that were removed have none.
 */
export async function nameRecords(
  ctx: Ctx,
  actor: Actor,
  ids: string[],
): Promise<Map<string, string>> {
  requireAdmin(actor);
  const rows = ids.length === 0 ? [] : await selectNamesOf(ctx.db, [...new Set(ids)]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
