/**
 * Owns what people write in the contact form. Promises: a message is stored, with the order to send
 * it, before anyone is told that it went.
 */
import { inTransaction } from '#db/client.ts';
import { newId } from '#shared/ids.ts';
import { networkOf } from '#shared/network.ts';
import type { Ctx } from '../context.ts';
import { limitKey, requireFew } from '../limits/limits.ts';
import { enqueue } from '../outbox/outbox.ts';
import type { ContactMessage } from './contact.schema.ts';
import { insertMessage, selectMessage } from './contact.store.ts';

export { forgetSender, listMessagesFrom } from './personal-messages.ts';

const OF_ONE_ADDRESS = { most: 10, seconds: 3_600 };

/** Stores a message for the shop; one without a word in it is nothing to store. 429 for a flood. */
export async function submitContactMessage(
  ctx: Ctx,
  address: string,
  input: ContactMessage,
): Promise<void> {
  const { user_name: name, user_email: email, message } = input;
  if (message === '') return;
  await requireFew(
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

/** What somebody wrote, for sending it. */
export async function findContactMessage(
  ctx: Ctx,
  id: string,
): Promise<{ name: string; email: string; message: string }> {
  const row = await selectMessage(ctx.db, id);
  if (!row) throw new Error(`Contact message ${id} is gone.`);
  return row;
}
