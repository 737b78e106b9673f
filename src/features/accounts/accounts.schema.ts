import { z } from 'zod';
import { withoutBidiControls } from '#shared/one-line.ts';
import { hasVisibleCharacter } from '#shared/visible-text.ts';

/** The longest email address that mail servers take (RFC 5321). */
const MAX_EMAIL = 254;
export const TOO_LONG_FOR_EMAIL = `An e-mail address has ${MAX_EMAIL} characters at most.`;

export function isTooLongForEmail(text: unknown): boolean {
  return typeof text === 'string' && text.length > MAX_EMAIL;
}

/** The address of an account, as it is stored. */
export const email = z
  .string({ message: 'An e-mail address is needed.' })
  .trim()
  .toLowerCase()
  .max(MAX_EMAIL, TOO_LONG_FOR_EMAIL)
  .pipe(z.email('That is not an e-mail address.'));

/** Passwords have 8 to 128 characters. */
const password = z
  .string({ message: 'A password is needed.' })
  .min(8, 'A password needs at least 8 characters.')
  .max(128, 'A password can have at most 128 characters.');

/**
 * A person's name: one line, 1 to 120 characters, of which one can be seen. What turns the direction
 * of writing is left out: keyboards add it unseen.
 */
export const name = z
  .string({ message: 'A name is needed.' })
  .transform(withoutBidiControls)
  .pipe(
    z
      .string()
      .trim()
      .min(1, 'A name is needed.')
      .max(120, 'A name can have at most 120 characters.')
      .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'A name cannot have line breaks or control characters.')
      .refine(hasVisibleCharacter, 'A name needs letters that can be seen.'),
  );

/** The sign-in form. Any password is let through, so that the answer tells nothing of the rules. */
export const credentials = z.object({
  email,
  password: z.string({ message: 'A password is needed.' }).min(1, 'A password is needed.').max(128),
});

/** The register form. The image is the address of an uploaded image. */
export const registration = z.object({
  name,
  email,
  password,
  image: z.string({ message: 'A profile image is needed.' }).max(2_000),
});

/** The user record that the specification's client sends after signing up; all else is ignored. */
export const userRecord = z.object({ email, name: name.optional() });

export const adminRequest = z.object({ email });

export const resetRequest = z.object({ email });

/** The form that chooses a new password by a link from a mail. */
export const newPassword = z.object({ password });

/** The account page's form that changes the password. */
export const passwordChange = z.object({
  current: z.string({ message: 'Your current password is needed.' }).min(1).max(128),
  password,
  /** Sign out everywhere else. */
  endOthers: z.literal('yes').optional(),
});

/** The account page's form of name and image; without an image it stays as it is. */
export const profileChange = z.object({
  name,
  image: z.string().max(2_000).default(''),
  removeImage: z.literal('yes').optional(),
});

/** Where somebody is signed in. */
export interface SessionView {
  id: string;
  /** In words: `Firefox on Windows`. */
  device: string;
  createdAt: string;
  /** The one that looks at it. */
  current: boolean;
}
