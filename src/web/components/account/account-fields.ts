import type { FieldWords } from '../../ui/use-checked-form.ts';

/** Labels and hints of the fields in account forms. */
export const accountWords = {
  name: { missing: 'A name is needed.' },
  email: { missing: 'An email address is needed.', invalid: 'That is not an email address.' },
  password: { missing: 'A password is needed.' },
  newPassword: {
    missing: 'A password is needed.',
    invalid: 'A password needs 8 to 128 characters.',
  },
  currentPassword: { missing: 'Your current password is needed.' },
  image: { missing: 'A profile image is needed.' },
} satisfies Record<string, FieldWords>;
