import type { Executor } from '#db/client.ts';
import type { Ctx } from '../context.ts';
import { anonymiseMessages, selectMessagesFrom, updateSender } from './contact.store.ts';

/** The contact messages with this email. Call it only for a verified one. */
export function listMessagesFrom(ctx: Ctx, email: string) {
  return selectMessagesFrom(ctx.db, email);
}

/** Gives those messages the new email of their sender, so that replies reach them. */
export function moveSender(db: Executor, from: string, to: string): Promise<void> {
  return updateSender(db, from, to);
}

/** Removes the sender's name and email from those messages. */
export function forgetSender(db: Executor, email: string): Promise<void> {
  return anonymiseMessages(db, email);
}
