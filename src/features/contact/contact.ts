/**
 * Owns messages of the contact form. Promises: a message and its outbox row are stored before the
 * sender reads that it was sent.
 */
import { inTransaction } from '#db/client.ts';
import { newId } from '#shared/ids.ts';
import type { Ctx } from '../context.ts';
import { enqueue } from '../outbox/outbox.ts';
import type { ContactMessage } from './contact.schema.ts';
import { insertMessage, selectMessage } from './contact.store.ts';
import { countContactMessage } from './contact-rate-limits.ts';

export { forgetSender, listMessagesFrom, moveSender } from './personal-messages.ts';

/** Stores a message for the shop. Skips an empty one. 429 for too many. */
export async function submitContactMessage(
  ctx: Ctx,
  address: string,
  input: ContactMessage,
): Promise<void> {
  const { user_name: name, user_email: email, message } = input;
  if (message === '') return;
  const { earlier, waitMs } = await countContactMessage(ctx, address);
  await inTransaction(ctx.db, async (tx) => {
    const id = newId('msg');
    const at = ctx.now();
    await insertMessage(tx, { id, name, email, message, createdAt: at });
    const payload = { contactMessageId: id, earlier };
    const sendAfter = new Date(at.getTime() + waitMs);
    await enqueue(tx, { kind: 'contact.message', payload }, at, sendAfter);
  });
}

/** A contact message, for sending it. */
export async function findContactMessage(
  ctx: Ctx,
  id: string,
): Promise<{ name: string; email: string; message: string }> {
  const row = await selectMessage(ctx.db, id);
  if (!row) throw new Error(`Contact message ${id} is gone.`);
  return row;
}
