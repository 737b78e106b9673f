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
 */
import { type Mail, MailFailure, type MailPort } from '#adapters/mail/port.ts';
import type { Ctx } from '../context.ts';
import { writeLetter } from '../letters/letters.ts';
import { claimDue, markFailed, markSent, type OutboxRow } from './outbox.store.ts';
import type { OutboxMessage } from './outbox.ts';

/** Sent side by side. */
const BATCH = 8;
/** Longer than any adapter may take. */
const LEASE_MS = 60_000;
const STUCK_AFTER = 10;
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 6 * 60 * 60_000;

const CONTACT = ['contact.message'];
const LETTERS: OutboxMessage['kind'][] = [
  'order.placed',
  'order.paid',
  'order.expired',
  'order.cancelled',
  'payment.refunded',
  'stock.held',
  'account.verify-email',
  'account.reset-password',
];

/** Sends messages that are due until there are none, or until called off; answers how many it tried. */
export async function deliverDue(ctx: Ctx, calledOff?: AbortSignal): Promise<number> {
  const { contact, letters } = ctx.mail;
  const kinds = [...(contact ? CONTACT : []), ...(letters ? LETTERS : [])];
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
  return tried;
}

async function deliver(ctx: Ctx, row: OutboxRow): Promise<void> {
  const { id, kind, attempts } = row;
  try {
    const mail = await writeLetter(ctx, id, row as unknown as OutboxMessage);
    if (mail) await requireCarrier(ctx, mail).send(mail);
    await markSent(ctx.db, id, ctx.now(), mail ? null : 'There was nobody left to send it to.');
  } catch (error) {
    const known = error instanceof MailFailure;
    // What is no failure of the mail is a bug or the database, and may say anything.
    const reason = known ? error.message : 'Something went wrong in the shop. The log says what.';
    if (known) ctx.log.warn('mail.failed', { id, kind, attempts, reason });
    else ctx.log.error('mail.failed', error, { id, kind, attempts });
    const now = ctx.now();
    const isStuck = attempts >= STUCK_AFTER;
    if (isStuck && !row.stuckAt) ctx.log.error('mail.stuck', reason, { id, kind });
    await markFailed(ctx.db, row, {
      lastError: reason,
      sendAfter: new Date(now.getTime() + waitAfter(attempts)),
      stuckAt: isStuck ? (row.stuckAt ?? now) : null,
      givenUpAt: isStuck && known && error.isRefusal ? now : null,
    }).catch((cause: unknown) => ctx.log.error('mail.note', cause, { id }));
  }
}

function requireCarrier({ mail: { contact, letters } }: Ctx, mail: Mail): MailPort {
  const carrier = mail.form ? contact : letters;
  if (!carrier) throw new MailFailure('Nothing is set up that carries this mail.');
  return carrier;
}

function waitAfter(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1));
}
