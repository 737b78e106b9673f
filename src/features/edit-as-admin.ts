import { inTransaction, lockInTransaction, type Tx } from '#db/client.ts';
import type { Actor } from './actor.ts';
import type { Ctx } from './context.ts';
import { requireAdmin } from './permissions.ts';
import { refusalOfConstraint, type SentenceOf } from './refusal-of-constraint.ts';

interface EditOptions {
  /** The names of the locks that the edit holds until its end. They are taken in this order. */
  locks: [string, ...string[]];
  /** What a person is told when the edit breaks one of these constraints. */
  sentenceOf?: SentenceOf;
}

/**
 * Runs an edit by staff in a transaction (admin), one at a time in all processes: for settings and
 * short lists, which depend on each other.
 */
export async function editAsAdmin<T>(
  ctx: Ctx,
  actor: Actor,
  { locks, sentenceOf = {} }: EditOptions,
  work: (tx: Tx, adminId: string) => Promise<T>,
): Promise<T> {
  const admin = requireAdmin(actor);
  return inTransaction(ctx.db, async (tx) => {
    await lockInTransaction(tx, ...locks);
    return work(tx, admin.id);
  }).catch((error: unknown) => {
    throw refusalOfConstraint(error, sentenceOf);
  });
}
