import type { Executor } from '#db/client.ts';
import type { Ctx } from '../context.ts';
import { anonymiseMessages, selectMessagesFrom } from './contact.store.ts';

/** The contact messages with this email. Call it only for a verified one. */
export function listMessagesFrom(ctx: Ctx, email: string) {
  return selectMessagesFrom(ctx.db, email);
}

/** Removes the sender's name and email from those messages. */
export function forgetSender(db: Executor, email: string): Promise<void> {
  return anonymiseMessages(db, email);
}
