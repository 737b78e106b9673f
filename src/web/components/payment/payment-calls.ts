import type { ErrorCode } from '#shared/errors.ts';

/** What the address `/payment` answers. */
export type PaymentAnswer =
  | { ok: true; orderId: string; clientSecret?: string; provider?: 'sandbox' | 'stripe' }
  | { ok: false; code: ErrorCode; message: string; orderId: string | null };

/** A payment that did not go through, with the provider's sentence. */
export class CardError extends Error {
  override name = 'CardError';
}

/** Asks the shop to start or settle a payment. A lost connection reads as an answer, too. */
export async function callPayment(fields: Record<string, string>): Promise<PaymentAnswer> {
  const body = new URLSearchParams(fields);
  try {
    const response = await fetch('/payment', { method: 'POST', body });
    return (await response.json()) as PaymentAnswer;
  } catch {
    const message = 'The shop could not be reached. Nothing was charged; please try again.';
    return { ok: false, code: 'unavailable', message, orderId: fields.orderId || null };
  }
}

/** How long to wait before the shop is told of a payment again, in milliseconds. */
const TELL_AGAIN_MS = [1_000, 3_000];

/**
 * Tells the shop of a payment that the provider took. When it can't be reached the money is still
 * not lost: the shop asks the provider by itself, so there is nothing to pay again.
 */
export async function settlePayment(orderId: string, transaction: string): Promise<PaymentAnswer> {
  const tell = () => callPayment({ intent: 'settle', orderId, transaction });
  let answer = await tell();
  for (const wait of TELL_AGAIN_MS) {
    if (answer.ok || answer.code !== 'unavailable') return answer;
    await new Promise((resolve) => setTimeout(resolve, wait));
    answer = await tell();
  }
  if (answer.ok || answer.code !== 'unavailable') return answer;
  const message =
    'Your card was charged, but the shop could not be reached to note it. It will find out by itself within minutes; please do not pay again.';
  return { ...answer, message };
}
