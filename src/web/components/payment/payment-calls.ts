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
    const message = 'The shop could not be reached. Nothing was charged twice; please try again.';
    return { ok: false, code: 'unavailable', message, orderId: fields.orderId || null };
  }
}
