/** A variant as the call that looks up a code returns it. */
export interface ScannedVariant {
  _id: string;
  sku: string;
  barcode: string | null;
  name: string;
  /** Such as 'Navy / M / Long'; empty for the only one of its product. */
  variantName: string;
  image: string | null;
  onHand: number;
}

const NO_RESPONSE = 'The shop could not be reached. Please try again.';
const WAIT_MS = 30_000;

/** What a call returned, or the sentence of its refusal. */
export type CallResult<T> = { value: T; problem?: never } | { value?: never; problem: string };

async function call<T>(path: string, init: RequestInit = {}): Promise<CallResult<T>> {
  try {
    const response = await fetch(path, { ...init, signal: AbortSignal.timeout(WAIT_MS) });
    const body = await response.json();
    return response.ok ? { value: body } : { problem: body.detail ?? NO_RESPONSE };
  } catch {
    return { problem: NO_RESPONSE };
  }
}

/** The variants with a barcode or SKU. */
export function lookUp(code: string): Promise<CallResult<ScannedVariant[]>> {
  return call(`/api/v1/stock?${new URLSearchParams({ code })}`);
}

/** Sets the number on hand to what was counted. A repeat under the same key counts once. */
export function applyCount(
  sku: string,
  setTo: number,
  key: string,
): Promise<CallResult<{ onHand: number }>> {
  return call('/api/v1/stock-adjustments', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify({ sku, setTo, reason: 'counted' }),
  });
}
