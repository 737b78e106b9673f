/**
 * Owns messages of the contact form. Promises: a message and its outbox row are stored before the
 * sender reads that it was sent.
 */
import { inTransaction } from '#db/client.ts';
import { newId } from '#shared/ids.ts';
import { networkOf } from '#shared/network.ts';
import type { Ctx } from '../context.ts';
import { enqueue } from '../outbox/outbox.ts';
import { enforceRateLimit, limitKey } from '../rate-limits/rate-limits.ts';
import type { ContactMessage } from './contact.schema.ts';
import { insertMessage, selectMessage } from './contact.store.ts';

export { forgetSender, listMessagesFrom } from './personal-messages.ts';

const OF_ONE_ADDRESS = { most: 10, seconds: 3_600 };

/** Stores a message for the shop. Skips an empty one. 429 for too many. */
export async function submitContactMessage(
  ctx: Ctx,
  address: string,
  input: ContactMessage,
): Promise<void> {
  const { user_name: name, user_email: email, message } = input;
  if (message === '') return;
  await enforceRateLimit(
    ctx,
    limitKey('contact', networkOf(address)),
    OF_ONE_ADDRESS,
    'You have sent too many messages in an hour. Please wait a while and try again.',
  );
  await inTransaction(ctx.db, async (tx) => {
    const id = newId('msg');
    const at = ctx.now();
    await insertMessage(tx, { id, name, email, message, createdAt: at });
    await enqueue(tx, { kind: 'contact.message', payload: { contactMessageId: id } }, at);
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
