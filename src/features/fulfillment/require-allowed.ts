import { AppError } from '#shared/errors.ts';
import type { Refusal } from './allowed-changes.schema.ts';

/** Throws the refusal, if there is one. */
export function requireAllowed(refusal: Refusal | null): void {
  if (refusal) throw new AppError(refusal.code, refusal.message);
}
