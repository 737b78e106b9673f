import type { PaymentProvider } from '#features/payments/payments.ts';
import type { ErrorCode } from '#shared/errors.ts';

/** The response of the address `/payment`. */
export type PaymentResult =
  | { ok: true; orderId: string; clientSecret?: string; provider?: PaymentProvider }
  | PaymentRefusal;

export interface PaymentRefusal {
  ok: false;
  code: ErrorCode;
  message: string;
  orderId: string | null;
  /**
   * Whether no response came, or one without the payment's state. It is then unknown what happened
   * to the payment.
   */
  lost?: boolean;
}

/** A failed payment, with the provider's sentence. */
export class CardError extends Error {
  override name = 'CardError';
}

/** The longest time for a payment call, in milliseconds. */
export const RESPONSE_LIMIT_MS = 30_000;

const NO_RESPONSE = "The shop could not be reached. Please try again: you can't be charged twice.";

/**
 * Asks the shop to start or settle a payment. A lost connection, a late response, and a response
 * that is not from the call itself (a rate limit, a proxy, an internal error) also become a
 * `PaymentResult`.
 */
export async function callPayment(fields: Record<string, string>): Promise<PaymentResult> {
  const body = new URLSearchParams(fields);
  const signal = AbortSignal.timeout(RESPONSE_LIMIT_MS);
  const orderId = fields.orderId || null;
  try {
    const response = await fetch('/payment', { method: 'POST', body, signal });
    const lost = response.status >= 500 || response.status === 429;
    const result: { ok?: unknown; code?: ErrorCode; message?: string; detail?: string } | null =
      await response.json();
    if (result?.ok === true) return result as PaymentResult;
    if (result?.ok === false) return { ...(result as PaymentRefusal), lost };
    const { code = 'unavailable', detail = NO_RESPONSE } = result ?? {};
    return { ok: false, code, message: detail, orderId, lost };
  } catch {
    return { ok: false, code: 'unavailable', message: NO_RESPONSE, orderId, lost: true };
  }
}

/** How long to wait before asking the shop about a payment again, in milliseconds. */
const ASK_AGAIN_MS = [1_000, 3_000];

/** The codes with which the shop has checked a payment and refused it. */
const decisions: ErrorCode[] = [
  'already_paid',
  'order_closed',
  'amount_mismatch',
  'transaction_used',
  'payment_incomplete',
];

/**
 * Has the shop check a payment of an order, or of what a return costs more. `transaction` names the payment that the provider took. If it is
 * missing because the provider's response was lost, the shop asks the provider for the order's
 * payment. When the shop can't be reached, the money is not lost: its jobs ask the provider later,
 * and an order has one payment, so nobody pays twice.
 */
export async function settlePayment(
  paid: { orderId: string; returnId: string },
  transaction: string | null,
): Promise<PaymentResult> {
  const begun = Date.now();
  const ask = () => callPayment({ intent: 'settle', ...paid, transaction: transaction ?? '' });
  let response = await ask();
  for (const wait of ASK_AGAIN_MS) {
    // A shop that timed out twice is unlikely to respond to a third request.
    if (response.ok || !response.lost || Date.now() - begun > 2 * RESPONSE_LIMIT_MS) break;
    await new Promise((resolve) => setTimeout(resolve, wait));
    response = await ask();
  }
  if (response.ok) return response;
  return { ...response, message: sentenceFor(response, transaction) };
}

function sentenceFor({ code, message }: PaymentRefusal, transaction: string | null): string {
  if (transaction && !decisions.includes(code)) {
    return 'Your card was charged, but the shop could not be reached. It will record the payment automatically within minutes. Please do not pay again.';
  }
  if (transaction || (decisions.includes(code) && code !== 'payment_incomplete')) return message;
  return code === 'payment_incomplete'
    ? "The card provider did not respond, and so far your card was not charged. Pressing Pay Now again can't charge it twice."
    : "We don't know yet whether your card was charged: the card provider did not respond, and the shop could not be reached. Pressing Pay Now again can't charge it twice.";
}
