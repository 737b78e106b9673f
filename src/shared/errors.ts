/**
 * Every refusal the shop can give: a stable code for programs, a sentence for the person, and a
 * private cause that goes to the log and nowhere else.
 */
export const errorStatus = {
  invalid_request: 422,
  variant_required: 422,
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  price_changed: 409,
  out_of_stock: 409,
  product_unavailable: 409,
  already_paid: 409,
  amount_mismatch: 409,
  transaction_used: 409,
  order_closed: 409,
  last_admin: 409,
  body_too_large: 413,
  picture_too_large: 413,
  unsupported_media_type: 415,
  not_a_picture: 415,
  picture_unreadable: 422,
  payment_failed: 402,
  payment_incomplete: 409,
  rate_limited: 429,
  internal: 500,
  payments_unavailable: 503,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: (typeof errorStatus)[ErrorCode];
  /** Further public fields of the answer, such as the right quote. */
  readonly details: Record<string, unknown>;
  /** After how long it is worth to ask again; null where waiting changes nothing. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      details?: Record<string, unknown>;
      retryAfterSeconds?: number;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = errorStatus[code];
    this.details = options.details ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}

// A NUL, or half of a surrogate pair, in a text or in JSON: PostgreSQL keeps none, wherever in the
// request it came from.
const UNSTORABLE = new Set(['22021', '22P05']);
const HALF_A_PAIR = /surrogate/;
// The database is gone, going, coming or too slow, or the line to it is: by SQLSTATE, by the system,
// by words.
const AWAY = /^(08...|57P0.|57014|25P03|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/;
const LINE_LOST = /^Connection terminated|^timeout exceeded when trying to connect|^Client has enc/;

/** The refusal that an error is, or that a failed query calls for; null for anything unforeseen. */
export function findRefusal(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    const { code, detail } = e as { code?: unknown; detail?: unknown };
    if (AWAY.test(String(code)) || LINE_LOST.test(e.message)) {
      return new AppError(
        'unavailable',
        'The shop is unavailable for a moment. Please try again.',
        {
          cause: error,
        },
      );
    }
    if (UNSTORABLE.has(String(code)) || (code === '22P02' && HALF_A_PAIR.test(String(detail)))) {
      const sentence = 'The text contains a character that cannot be stored. Please remove it.';
      return new AppError('invalid_request', sentence, { cause: error });
    }
  }
  return null;
}
