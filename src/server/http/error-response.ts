import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { AppEnv } from '#features/app-env.ts';
import { AppError, type ErrorCode, findRefusal } from '#shared/errors.ts';

const titles: Partial<Record<number, string>> = {
  400: 'Bad request',
  401: 'Sign-in needed',
  402: 'Payment failed',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Too slow',
  409: 'Conflict',
  412: 'Changed meanwhile',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Not valid',
  428: 'Version needed',
  429: 'Too many requests',
  500: 'Something went wrong',
  503: 'Not available',
};

const codes: Partial<Record<number, ErrorCode>> = {
  400: 'malformed',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  415: 'unsupported_media_type',
};

/** Any error as an `AppError`. An unexpected one becomes `internal`, with its cause private. */
export function toAppError(error: unknown): AppError {
  const refusal = findRefusal(error);
  if (refusal) return refusal;
  if (error instanceof HTTPException) {
    const code = codes[error.status];
    if (code) return new AppError(code, error.message || 'That request could not be read.');
  }
  return new AppError('internal', 'Something went wrong on our side. Please try again.', {
    cause: error,
  });
}

/** Every refusal of a call: a problem document by RFC 9457 with a stable `code`. */
export function problemResponse(c: Context<AppEnv>, error: AppError): Response {
  const { code, status, message: detail, details, retryAfterSeconds } = error;
  const requestId = c.get('requestId');
  const body = {
    ...details,
    type: `urn:online-shop:error:${code}`,
    title: titles[status] ?? 'Refused',
    status,
    code,
    detail,
    requestId,
  };
  if (retryAfterSeconds !== null) c.header('Retry-After', String(retryAfterSeconds));
  return c.body(JSON.stringify(body), status, { 'Content-Type': 'application/problem+json' });
}
