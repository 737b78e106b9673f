import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import { selectNamesOf } from './name-records.store.ts';

/** The names of some records by id, and the addresses of the images that they have. */
export interface NamedRecords {
  names: ReadonlyMap<string, string>;
  images: ReadonlySet<string>;
}

/**
 * The names of these categories and collections, and the texts of these searches with pinned products
 * (admin). Those that were removed have none.
 */
export async function nameRecords(ctx: Ctx, actor: Actor, ids: string[]): Promise<NamedRecords> {
  requireAdmin(actor);
  const rows = ids.length === 0 ? [] : await selectNamesOf(ctx.db, [...new Set(ids)]);
  return {
    names: new Map(rows.map(({ id, name }) => [id, name])),
    images: new Set(rows.flatMap(({ imageUrl }) => imageUrl ?? [])),
  };
}
