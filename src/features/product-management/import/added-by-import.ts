/** Which import added a product. The audit log has no entry for each of them: a file may add a million. */
import { HOUR_MS } from '#shared/durations.ts';
import { timeOfId } from '#shared/ids.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { requireAdmin } from '../../permissions.ts';
import { selectImportOf } from './import.store.ts';

/** How far the clocks of the processes that made the import and the product may differ. */
const CLOCKS_DIFFER_MS = HOUR_MS;

/** An import that added a product. */
export interface AddedByImport {
  jobId: string;
  fileName: string;
  /** The account's id, or the name of the command. */
  by: string;
  /** When the product was added. */
  at: Date;
}

/**
 * The import that added a product (admin); null if staff added it, or if the import is not stored any
 * more. The time of a product's row does not say it: that orders the products of a file.
 */
export async function findAddingImport(
  ctx: Ctx,
  actor: Actor,
  productId: string,
): Promise<AddedByImport | null> {
  requireAdmin(actor);
  const at = productId.startsWith('prd_') ? timeOfId(productId) : null;
  if (at === null) return null;
  const until = new Date(at.getTime() + CLOCKS_DIFFER_MS);
  const found = await selectImportOf(ctx.db, productId, until);
  return found ? { ...found, at } : null;
}
