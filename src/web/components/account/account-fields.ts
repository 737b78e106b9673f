import {
  CURRENT_PASSWORD_NEEDED,
  EMAIL_NEEDED,
  NOT_AN_EMAIL,
  PASSWORD_LENGTH,
  PASSWORD_NEEDED,
  PERSON_NAME_NEEDED,
  PROFILE_IMAGE_NEEDED,
} from '#features/accounts/account-fields.schema.ts';
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
  name: { missing: PERSON_NAME_NEEDED },
  email: { missing: EMAIL_NEEDED, invalid: NOT_AN_EMAIL },
  password: { missing: PASSWORD_NEEDED },
  newPassword: {
    missing: PASSWORD_NEEDED,
    invalid: `A password needs ${min} to ${max} characters.`,
  },
  currentPassword: { missing: CURRENT_PASSWORD_NEEDED },
  image: { missing: PROFILE_IMAGE_NEEDED },
} satisfies Record<string, FieldWords>;
