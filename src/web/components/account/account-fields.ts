import { PASSWORD_LENGTH } from '#features/accounts/password-length.schema.ts';
import type { FieldWords } from '../../ui/use-checked-form.ts';

const { min, max } = PASSWORD_LENGTH;

/** What a field of a new password has in every form. */
export const newPasswordField = {
  type: 'password',
  required: true,
  minLength: min,
  maxLength: max,
  autoComplete: 'new-password',
  hint: `${min} characters or more.`,
} as const;

/** Labels and hints of the fields in account forms. */
export const accountWords = {
  name: { missing: 'A name is needed.' },
  email: { missing: 'An email address is needed.', invalid: 'That is not an email address.' },
  password: { missing: 'A password is needed.' },
  newPassword: {
    missing: 'A password is needed.',
    invalid: `A password needs ${min} to ${max} characters.`,
  },
  currentPassword: { missing: 'Your current password is needed.' },
  image: { missing: 'A profile image is needed.' },
} satisfies Record<string, FieldWords>;
