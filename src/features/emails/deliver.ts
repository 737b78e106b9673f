/**
 * Sends what is in the outbox. A process claims a message by moving its next attempt forward, so
 * any number of processes share the work, and the messages of a process that died become due again.
 * Nothing is locked while an email is being sent. A crash between sending and recording sends the
 * email again, under the same Message-ID.
 *
 * sent ........................... recorded, never sent again
 * outage ......................... tried again after 1, 2, 4 … minutes, at most every 6 hours
 * rejected by the mail server .... the same, ten times; then it waits for staff
 * tried ten times ................ staff see it as stuck
 * over the recipient's limit ..... held, and sent with others as one email
 *
 * While many are due, the process pauses after each batch, so that the emails of many orders don't
 * slow down orders and pages.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { logFault } from '#shared/errors.ts';
import type { Ctx } from '../context.ts';
import type { OutboxRow } from '../outbox/outbox.table.ts';
import { deliverHeld } from './deliver-held.ts';
import { claimDue, markFailed, markSent } from './delivery.store.ts';
import { carriedKinds, emailKinds } from './email-kinds.ts';
import { holdEmail } from './held-emails.store.ts';
import { countEmail, heldKeyOf, type Recipient } from './recipient-rate-limit.ts';
import { describeFailure, LEASE_MS, sendEmail } from './send-email.ts';
import { writeEmail } from './write-email.ts';

/** How many are sent at the same time. */
const BATCH = 8;

// What staff read about a message over its recipient's limit.
const HELD = 'Held back: too many emails of this kind to one address.';
const HELD_TOGETHER = `${HELD} It goes out together with the others.`;

/**
 * Sends due messages until there are none, or until aborted, with a pause after each full batch.
 * Returns how many it tried.
 */
export async function deliverDue(
  ctx: Ctx,
  { calledOff, pauseMs = 0 }: { calledOff?: AbortSignal; pauseMs?: number } = {},
): Promise<number> {
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
    // An abort ends the pause and then the loop.
    if (pauseMs > 0) await sleep(pauseMs, null, { signal: calledOff }).catch(() => null);
  }
  return tried + (await deliverHeld(ctx, kinds, calledOff));
}

async function deliver(ctx: Ctx, row: OutboxRow): Promise<void> {
  const { id, kind } = row;
  const definition = emailKinds[kind];
  try {
    // The shop's address is known before the email is written, so a held one need not be written.
    if (definition.audience === 'shop' && (await isHeld(ctx, row, { to: definition.to(ctx) })))
      return;
    const written = await writeEmail(ctx, row);
    if (written && definition.audience === 'customer') {
      if (await isHeld(ctx, row, { ...written, to: written.mail.to })) return;
    }
    if (written) await sendEmail(ctx, kind, written.mail);
    await markSent(ctx.db, id, ctx.now(), written ? null : 'There was nobody left to send it to.');
  } catch (error) {
    await markFailed(ctx.db, row, describeFailure(ctx, row, error)).catch((cause: unknown) =>
      logFault(ctx.log, 'mail.note', cause, { id }),
    );
  }
}

/** Counts the message, and holds it if it is over its recipient's limit. */
async function isHeld(ctx: Ctx, row: OutboxRow, recipient: Recipient): Promise<boolean> {
  const { id, kind, attempts } = row;
  // Only the first attempt counts.
  const until = attempts === 1 ? await countEmail(ctx, kind, recipient) : null;
  if (!until) return false;
  ctx.log.info('mail.held', { id, kind, until });
  const heldFor = heldKeyOf(kind, recipient);
  const lastError = heldFor ? HELD_TOGETHER : HELD;
  await holdEmail(ctx.db, row, { sendAfter: until, heldFor, lastError });
  return true;
}
