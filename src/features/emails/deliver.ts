/**
 * Sends what is in the outbox. A message is claimed by moving the time of its next try on, so any
 * number of processes share the work, and what a process that died had claimed comes due by itself.
 * Nothing is locked while a mail is on its way. A crash between sending and noting it sends again,
 * under the same Message-ID.
 *
 *   it went ........................ noted, never sent again
 *   an outage ...................... tried again after 1, 2, 4 … minutes, every 6 hours at last
 *   refused for what it is ......... the same, ten times; then it waits for staff
 *   tried ten times ................ staff see it as stuck
 *   too many to its recipient ...... held back, and sent with the others of its kind as one email
 */
import type { Ctx } from '../context.ts';
import type { OutboxRow } from '../outbox/outbox.table.ts';
import { deliverHeld } from './deliver-held.ts';
import { claimDue, markFailed, markSent } from './delivery.store.ts';
import { carriedKinds } from './email-kinds.ts';
import { holdBack } from './held.store.ts';
import { countEmail, heldKeyOf } from './recipient-limit.ts';
import { describeFailure, LEASE_MS, sendEmail } from './send-email.ts';
import { writeEmail } from './write-email.ts';

/** Sent side by side. */
const BATCH = 8;

// What staff read of a message that is over the limit of its recipient.
const HELD = 'Held back: too many emails of this kind to one address.';
const HELD_TOGETHER = `${HELD} It goes out together with the others.`;

/** Sends messages that are due until there are none, or until called off; returns how many it tried. */
export async function deliverDue(ctx: Ctx, calledOff?: AbortSignal): Promise<number> {
  const kinds = carriedKinds(ctx);
  if (kinds.length === 0) return 0;
  let tried = 0;
  while (!calledOff?.aborted) {
    const now = ctx.now();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const claimed = await claimDue(ctx.db, kinds, { now, leaseUntil, limit: BATCH });
    await Promise.all(claimed.map((row) => deliver(ctx, row)));
    tried += claimed.length;
    if (claimed.length < BATCH) break;
  }
  return tried + (await deliverHeld(ctx, kinds, calledOff));
}

async function deliver(ctx: Ctx, row: OutboxRow): Promise<void> {
  const { id, kind, attempts } = row;
  try {
    const mail = await writeEmail(ctx, row);
    // A message counts once, however often it has to be tried.
    const until = mail && attempts === 1 ? await countEmail(ctx, kind, mail.to) : null;
    if (mail && until) return await hold(ctx, row, mail.to, until);
    if (mail) await sendEmail(ctx, kind, mail);
    await markSent(ctx.db, id, ctx.now(), mail ? null : 'There was nobody left to send it to.');
  } catch (error) {
    await markFailed(ctx.db, row, describeFailure(ctx, row, error)).catch((cause: unknown) =>
      ctx.log.error('mail.note', cause, { id }),
    );
  }
}

async function hold(ctx: Ctx, row: OutboxRow, to: string, until: Date): Promise<void> {
  const { id, kind } = row;
  ctx.log.info('mail.held', { id, kind, until });
  const heldFor = heldKeyOf(kind, to);
  const lastError = heldFor ? HELD_TOGETHER : HELD;
  await holdBack(ctx.db, row, { sendAfter: until, heldFor, lastError });
}
