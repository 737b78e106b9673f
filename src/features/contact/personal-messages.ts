import type { Executor } from '#db/client.ts';
import type { Ctx } from '../context.ts';
import { anonymiseMessages, selectMessagesFrom } from './contact.store.ts';

/** What was written in the contact form under this e-mail. Ask only for one that is verified. */
export function listMessagesFrom(ctx: Ctx, email: string) {
  return selectMessagesFrom(ctx.db, email);
}

/** Takes the person out of those messages. */
export function forgetSender(db: Executor, email: string): Promise<void> {
  return anonymiseMessages(db, email);
}
