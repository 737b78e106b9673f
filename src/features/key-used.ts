import { AppError, type ErrorCode } from '#shared/errors.ts';

/** Refuses a request whose key was used for another one, such as 'refund'. */
export function keyUsed(what: string, code: ErrorCode = 'invalid_request'): AppError {
  return new AppError(code, `That key was used for another ${what}.`);
}
