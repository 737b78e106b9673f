/**
 * The email of an identity that a call of the sign-in library links to an account. The library finds
 * the account by it, and gives it neither to the hooks of the link nor to the database.
 */
import { APIError } from 'better-auth/api';

const emails = new WeakMap<object, string>();

/** Notes the email of the identity that this call brings. */
export function noteEmail(call: object, email: string): void {
  emails.set(call, email.toLowerCase());
}

/** The noted email; null if the call brought no identity. */
export function notedEmail(call: object | null): string | null {
  return (call && emails.get(call)) ?? null;
}

/** The refusal of a sign-in with Google whose account got another email meanwhile. */
export function emailChanged(): APIError {
  return new APIError('UNAUTHORIZED', {
    code: 'email_changed',
    message: 'The email address of this account was changed just now.',
  });
}
