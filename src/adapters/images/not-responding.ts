import { AppError } from '#shared/errors.ts';

const TEMPORARY = new Set([408, 429, 500, 502, 503, 504]);

/** Whether a store that responds with this status may accept the same call later. */
export function isTemporary(status: number): boolean {
  return TEMPORARY.has(status);
}

/** The error for an outage of a store. `cause` says what the store did, without secrets. */
export function notResponding(cause: unknown): AppError {
  const sentence = 'The image store is not responding. Please try again in a moment.';
  return new AppError('unavailable', sentence, { cause });
}
