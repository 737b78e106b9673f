import { z } from 'zod';
import { LONGEST_EMAIL, LONGEST_PERSON_NAME } from '#shared/field-lengths.ts';
import { INVISIBLE_NAME } from '#shared/field-messages.ts';
import { LONGEST_IMAGE_URL } from '#shared/product-limits.ts';
import { hasVisibleCharacter, withoutInvisible } from '#shared/visible-text.ts';
import {
  CURRENT_PASSWORD_NEEDED,
  EMAIL_NEEDED,
  NOT_AN_EMAIL,
  PASSWORD_LENGTH,
  PASSWORD_NEEDED,
  PERSON_NAME_NEEDED,
  PROFILE_IMAGE_NEEDED,
} from './account-fields.schema.ts';

export const TOO_LONG_FOR_EMAIL = `An email address has ${LONGEST_EMAIL} characters at most.`;

export function isTooLongForEmail(text: unknown): boolean {
  return typeof text === 'string' && text.length > LONGEST_EMAIL;
}

/** In seconds. No limit of the sign-in library counts for longer. */
export const LONGEST_SIGN_IN_WINDOW = 60;

/** An account's address as it is stored. */
export const email = z
  .string({ message: EMAIL_NEEDED })
  .trim()
  .toLowerCase()
  .max(LONGEST_EMAIL, TOO_LONG_FOR_EMAIL)
  .pipe(z.email(NOT_AN_EMAIL));

const password = z
  .string({ message: PASSWORD_NEEDED })
  .min(PASSWORD_LENGTH.min, `A password needs at least ${PASSWORD_LENGTH.min} characters.`)
  .max(PASSWORD_LENGTH.max, `A password can have at most ${PASSWORD_LENGTH.max} characters.`);

/**
 * A person's name: one line with at least one visible character. Invisible
 * characters are removed, because keyboards add them unseen.
 */
export const name = z
  .string({ message: PERSON_NAME_NEEDED })
  .transform(withoutInvisible)
  .pipe(
    z
      .string()
      .trim()
      .min(1, PERSON_NAME_NEEDED)
      .max(LONGEST_PERSON_NAME, `A name can have at most ${LONGEST_PERSON_NAME} characters.`)
      .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'A name cannot have line breaks or control characters.')
      .refine(hasVisibleCharacter, INVISIBLE_NAME),
  );

/**
 * The sign-in form. It accepts any password, so that the response tells nothing about the rules.
 */
export const credentials = z.object({
  email,
  password: z.string({ message: PASSWORD_NEEDED }).min(1, PASSWORD_NEEDED).max(PASSWORD_LENGTH.max),
});

/** The registration form. `image` is the address of an uploaded image. */
export const registration = z.object({
  name,
  email,
  password,
  image: z.string({ message: PROFILE_IMAGE_NEEDED }).max(LONGEST_IMAGE_URL),
});

/**
 * The user record that the specification's client sends after sign-up; other fields are ignored.
 */
export const userRecord = z.object({ email, name: name.optional() });

export const adminRequest = z.object({ email });

export const resetRequest = z.object({ email });

/** The form behind a password reset link. */
export const newPassword = z.object({ password });

/** The password form of the account page. */
export const passwordChange = z.object({
  current: z.string({ message: CURRENT_PASSWORD_NEEDED }).min(1).max(PASSWORD_LENGTH.max),
  password,
  /** Also ends the account's other sessions. */
  endOthers: z.literal('yes').optional(),
});

/** The form for another email of the account. */
export const emailChange = z.object({
  email,
  current: z.string({ message: CURRENT_PASSWORD_NEEDED }).min(1).max(PASSWORD_LENGTH.max),
});

/** The name and image form of the account page. Without an image, the stored one stays. */
export const profileChange = z.object({
  name,
  image: z.string().max(LONGEST_IMAGE_URL).default(''),
  removeImage: z.literal('yes').optional(),
});

/** A session, as its account sees it. */
export interface SessionView {
  id: string;
  /** Such as `Firefox on Windows`. */
  device: string;
  createdAt: string;
  /** The session of this request. */
  current: boolean;
}
