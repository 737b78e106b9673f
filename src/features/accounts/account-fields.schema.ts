/** Apart from the schemas, because the forms of pages fetch none. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

export const EMAIL_NEEDED = 'An email address is needed.';
export const NOT_AN_EMAIL = 'That is not an email address.';
export const PASSWORD_NEEDED = 'A password is needed.';
export const CURRENT_PASSWORD_NEEDED = 'Your current password is needed.';
export const PERSON_NAME_NEEDED = 'A name is needed.';
export const PROFILE_IMAGE_NEEDED = 'A profile image is needed.';
