/** Sends one email and records a failure. */
import { type Mail, MailFailure } from '#adapters/mail/port.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import { logFault } from '#shared/errors.ts';
import type { Ctx } from '../context.ts';
import type { EmailKind } from '../outbox/outbox.schema.ts';
import { carrierOf } from './email-kinds.ts';

/** How long a message stays claimed. It is longer than any adapter may take. */
export const LEASE_MS = MINUTE_MS;
const STUCK_AFTER = 10;
const FIRST_WAIT_MS = MINUTE_MS;
const LONGEST_WAIT_MS = 6 * HOUR_MS;

export async function sendEmail(ctx: Ctx, kind: EmailKind, mail: Mail): Promise<void> {
  const carrier = carrierOf(ctx, kind);
  if (!carrier) throw new MailFailure('Nothing is set up to send this email.');
  await carrier.send(mail);
}

/** What to store about a failed message, and when to try again. Logs the failure. */
export function describeFailure(
  ctx: Ctx,
  {
    id,
    kind,
    attempts,
    stuckAt,
  }: { id: string; kind: string; attempts: number; stuckAt: Date | null },
  error: unknown,
) {
  const known = error instanceof MailFailure;
  // Any other error is a bug or a database error, and its message may hold private data.
  const reason = known ? error.message : 'Something went wrong in the shop. The log says what.';
  if (known) ctx.log.warn('mail.failed', { id, kind, attempts, reason });
  else logFault(ctx.log, 'mail.failed', error, { id, kind, attempts });
  const now = ctx.now();
  const isStuck = attempts >= STUCK_AFTER;
  if (isStuck && !stuckAt) ctx.log.error('mail.stuck', reason, { id, kind });
  return {
    lastError: reason,
    sendAfter: new Date(now.getTime() + waitAfter(attempts)),
    stuckAt: isStuck ? (stuckAt ?? now) : null,
    givenUpAt: isStuck && known && error.isRefusal ? now : null,
  };
}

function waitAfter(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1));
}
