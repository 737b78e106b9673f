/**
 * What staff write to one another about an order. A comment is no event of the order's history. It
 * changes nothing of the order, so a page that a colleague has open stays valid. It can be removed.
 */
import { createHash } from 'node:crypto';
import { inTransaction } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Actor } from '../../actor.ts';
import { recordAudit } from '../../audit-log/audit-log.ts';
import type { Ctx } from '../../context.ts';
import { requireAdmin } from '../../permissions.ts';
import { noSuchOrder } from '../access/order-access.ts';
import { deleteComment, writeComment } from './comments.store.ts';

/**
 * Adds a comment to an order (admin). A repeat under the same key adds nothing. Another text under it
 * is a comment of its own: it may be older than the one that is there. 404 for an unknown order.
 */
export async function addComment(
  ctx: Ctx,
  actor: Actor,
  orderId: string,
  { text, key }: { text: string; key: string },
): Promise<void> {
  const { id: author } = requireAdmin(actor);
  const comment = { id: newId('com'), orderId, author, key, text, createdAt: ctx.now() };
  await inTransaction(ctx.db, async (tx) => {
    const done = await writeComment(tx, comment, keyOfOther(comment));
    if (done === 'no-order') throw noSuchOrder();
    // The audit log is never cleaned, so it does not repeat a text that may be about a person.
    if (done === 'written') await recordAudit(tx, author, 'order.comment', orderId, {});
  });
}

/** The key of a comment whose request has the key of another one. A repeat gets the same. */
function keyOfOther({ key, author, text }: { key: string; author: string; text: string }): string {
  return createHash('sha256')
    .update(JSON.stringify([key, author, text]))
    .digest('hex');
}

/** Removes a comment of an order (admin). 404 when it is not there. */
export async function removeComment(
  ctx: Ctx,
  actor: Actor,
  orderId: string,
  id: string,
): Promise<void> {
  const { id: adminId } = requireAdmin(actor);
  await inTransaction(ctx.db, async (tx) => {
    const author = await deleteComment(tx, orderId, id);
    if (author === null) throw new AppError('not_found', 'That comment no longer exists.');
    await recordAudit(tx, adminId, 'order.remove-comment', orderId, { author });
  });
}
