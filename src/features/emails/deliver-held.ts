/** Sends held emails: all that wait for one recipient, as one email. */
import type { Tx } from '#db/client.ts';
import { logFault } from '#shared/errors.ts';
import type { Ctx } from '../context.ts';
import type { EmailKind } from '../outbox/outbox.schema.ts';
import type { OutboxRow } from '../outbox/outbox.table.ts';
import {
  claimHeld,
  holdEmailsAgain,
  holdUnder,
  markAllFailed,
  markAllSent,
} from './held-emails.store.ts';
import { countEmail, heldKeyOf } from './recipient-rate-limit.ts';
import { describeFailure, LEASE_MS, sendEmail } from './send-email.ts';
import { writeSummary } from './write-email.ts';

/** Holds the emails to an account's former address for its new one, in the caller's transaction. */
export async function moveHeldEmails(tx: Tx, from: string, to: string): Promise<void> {
  const keyOf = (address: string) => heldKeyOf('order.placed', { to: address }) ?? '';
  await holdUnder(tx, keyOf(from), keyOf(to));
}

/** Returns how many messages it tried to send. */
export async function deliverHeld(
  ctx: Ctx,
  kinds: EmailKind[],
  calledOff?: AbortSignal,
): Promise<number> {
  let tried = 0;
  while (!calledOff?.aborted) {
    const now = ctx.now();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const rows = await claimHeld(ctx.db, kinds, { now, leaseUntil });
    const [first] = rows;
    if (!first) break;
    await deliverTogether(ctx, first, rows, leaseUntil);
    tried += rows.length;
  }
  return tried;
}

async function deliverTogether(
  ctx: Ctx,
  first: OutboxRow,
  claimed: OutboxRow[],
  leaseUntil: Date,
): Promise<void> {
  try {
    const { written, others } = await writeSummary(ctx, claimed);
    for (const { message, to } of others) {
      const heldFor = heldKeyOf(message.kind, { to });
      await holdEmailsAgain(ctx.db, [message], { leaseUntil, sendAfter: ctx.now(), heldFor });
    }
    const rows = claimed.filter((row) => !others.some(({ message }) => message.id === row.id));
    // A summary counts when it has a new message, but not when a failed one is repeated.
    const isNew = rows.some(({ attempts }) => attempts === 1);
    const sendAfter =
      written && isNew
        ? await countEmail(ctx, first.kind, { ...written, to: written.mail.to })
        : null;
    if (sendAfter) return await holdEmailsAgain(ctx.db, rows, { leaseUntil, sendAfter });
    if (written) await sendEmail(ctx, first.kind, written.mail);
    const note = written
      ? `Sent with others, as message ${first.id}.`
      : 'There was nobody left to send it to.';
    await markAllSent(ctx.db, rows, { at: ctx.now(), note });
    ctx.log.info('mail.joined', { id: first.id, messages: rows.length });
  } catch (error) {
    const attempts = Math.max(...claimed.map((row) => row.attempts));
    const failure = describeFailure(ctx, { ...first, attempts }, error);
    await markAllFailed(ctx.db, claimed, leaseUntil, failure).catch((cause: unknown) =>
      logFault(ctx.log, 'mail.note', cause, { id: first.id }),
    );
  }
}
