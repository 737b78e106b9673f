import type { Ctx } from '#features/context.ts';
import { deliverDue } from '#features/emails/deliver.ts';
import { logFault } from '#shared/errors.ts';

/**
 * The interval is short, so that a receipt arrives when the page says so. The query uses one index.
 */
const EVERY_MS = 2_000;
/** The pause after eight emails while more are due, so at most 40 a second. */
const PAUSE_MS = 200;
/** The pause after a failure that is not the email provider's, such as an unreachable database. */
const AFTER_FAILURE_MS = 30_000;

/**
 * Sends the emails of the outbox while the shop runs, beside any number of other processes. Returns
 * the function that stops it and waits for emails that are being sent.
 */
export function startMailDelivery(ctx: Ctx): () => Promise<void> {
  const { contact, standard } = ctx.mail;
  if (!standard) {
    ctx.log.warn('mail.not-set-up', {
      waiting: contact ? 'everything but contact messages' : 'everything',
      mend: 'set SMTP_URL and MAIL_FROM',
    });
  }
  const calledOff = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let delivery = Promise.resolve();
  const run = async () => {
    let wait = EVERY_MS;
    try {
      await deliverDue(ctx, { calledOff: calledOff.signal, pauseMs: PAUSE_MS });
    } catch (error) {
      logFault(ctx.log, 'mail.delivery', error);
      wait = AFTER_FAILURE_MS;
    }
    if (!calledOff.signal.aborted) timer = setTimeout(start, wait);
  };
  const start = () => {
    delivery = run();
  };
  start();
  return () => {
    calledOff.abort();
    clearTimeout(timer);
    return delivery;
  };
}
