import type { Log, LogFields } from './log.ts';

/**
 * Every refusal of the shop: a stable code for programs, a message for the person, and a private
 * cause that only the log gets.
 */
export const errorStatus = {
  invalid_request: 422,
  variant_required: 422,
  no_delivery: 422,
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  price_changed: 409,
  out_of_stock: 409,
  product_unavailable: 409,
  already_paid: 409,
  amount_mismatch: 409,
  transaction_used: 409,
  order_closed: 409,
  order_changed: 409,
  order_on_hold: 409,
  already_shipped: 409,
  already_delivered: 409,
  parcel_of_exchange: 409,
  parcel_taken_back: 409,
  units_came_back: 409,
  not_cancellable: 409,
  not_returnable: 409,
  not_exchangeable: 409,
  final_sale: 409,
  return_state: 409,
  unpaid_limit: 409,
  last_admin: 409,
  job_state: 409,
  email_unverified: 409,
  refund_refused: 409,
  stock_reserved: 409,
  category_in_use: 409,
  edit_conflict: 412,
  body_too_large: 413,
  image_too_large: 413,
  unsupported_media_type: 415,
  not_an_image: 415,
  image_unreadable: 422,
  precondition_required: 428,
  payment_failed: 402,
  payment_incomplete: 409,
  rate_limited: 429,
  unpaid_limit_network: 429,
  internal: 500,
  payments_unavailable: 503,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** The retry time for an outage, in seconds, when nothing better is known. */
export const OUTAGE_RETRY_SECONDS = 10;

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: (typeof errorStatus)[ErrorCode];
  /** Further public fields of the response, such as the right quote. */
  readonly details: Record<string, unknown>;
  /** When to try again, for every 503; null where waiting changes nothing. */
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
    this.retryAfterSeconds =
      options.retryAfterSeconds ?? (this.status === 503 ? OUTAGE_RETRY_SECONDS : null);
  }
}

/** The shop has as much work as it accepts at a time. Nothing is wrong. */
export class BusyError extends AppError {
  constructor(
    message = 'The shop is very busy right now. Please try again in a moment.',
    retryAfterSeconds = 5,
  ) {
    super('unavailable', message, { retryAfterSeconds });
  }
}

/** Logs a failure: an outage as a warning in one line, anything else with its stack. */
export function logFault(log: Log, event: string, error: unknown, about: LogFields = {}): void {
  const refusal = findRefusal(error);
  if (refusal?.status === 503) {
    log.warn(event, { ...about, code: refusal.code, reason: reasonOf(refusal) });
  } else log.error(event, error, about);
}

/**
 * The innermost cause of an error, on one line. The errors around it may quote values of a query.
 */
function reasonOf(error: Error): string {
  let bottom = error;
  while (bottom.cause instanceof Error) bottom = bottom.cause;
  return bottom.message.slice(0, 500);
}

// A NUL or half of a surrogate pair, in a text or in JSON. PostgreSQL can't store it, and it always
// comes from the request.
const UNSTORABLE = new Set(['22021', '22P05']);
const HALF_A_PAIR = /surrogate/;
// A row that refers to an account: the account was deleted since the request began.
const NO_REFERENCED_ROW = '23503';
const OF_ACCOUNTS = /_users_id_fk$/;
// The database is unreachable, starting, stopping, too slow, or out of disk or connections (53). It
// may also take no changes (25006, as a standby does), have its own limit on waiting for locks
// (55P03), or have ended a statement in favor of another one (40001, 40P01). These are SQLSTATE
// codes, system codes and messages.
const UNREACHABLE =
  /^(08...|57P0.|57014|25P0[34]|25006|40001|40P01|53...|55P03|58030|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/;
/** No connection could be made, for whatever reason: no host, no socket, a refusal (`ShopClient`). */
const CONNECTING = new Set(['connect', 'getaddrinfo']);
const LINE_LOST =
  /^Connection terminated|^timeout exceeded when trying to connect|^timeout expired|^Query read timeout|^Client (?:has enc|was closed)/;

/** The fields of an error of PostgreSQL or of a socket. */
type DatabaseError = Error & {
  [field in 'code' | 'detail' | 'constraint' | 'syscall']?: unknown;
};

/** The refusal that an error is or corresponds to; null for an unexpected error. */
export function findRefusal(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    const { code, detail, constraint, syscall } = e as DatabaseError;
    const isUnreachable = UNREACHABLE.test(String(code)) || CONNECTING.has(String(syscall));
    if (isUnreachable || LINE_LOST.test(e.message)) {
      const sentence = 'The shop is unavailable for a moment. Please try again.';
      return new AppError('unavailable', sentence, { cause: error });
    }
    if (UNSTORABLE.has(String(code)) || (code === '22P02' && HALF_A_PAIR.test(String(detail)))) {
      const sentence = 'The text contains a character that cannot be stored. Please remove it.';
      return new AppError('invalid_request', sentence, { cause: error });
    }
    if (code === NO_REFERENCED_ROW && OF_ACCOUNTS.test(String(constraint))) {
      return new AppError('unauthenticated', 'Please sign in first.', { cause: error });
    }
  }
  return null;
}
