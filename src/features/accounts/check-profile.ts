import { APIError } from 'better-auth/api';
import { z } from 'zod';
import { findRefusal } from '#shared/errors.ts';
import { LONGEST_IMAGE_URL } from '#shared/product-limits.ts';
import { EMAIL_NEEDED, PERSON_NAME_NEEDED } from './account-fields.schema.ts';
import { email, name } from './accounts.schema.ts';

/**
 * The profile fields to store: the name as one line, and the checked address of the image. Forms
 * check the same. Direct calls of the library and sign-ins with Google are checked only here.
 */
export async function checkProfile<T extends { name?: unknown; email?: unknown; image?: unknown }>(
  user: T,
  checkImage: (url: string) => Promise<string>,
): Promise<{ data: T }> {
  const refuse = (message: string) =>
    new APIError('BAD_REQUEST', { code: 'INVALID_PROFILE', message });
  const data = { ...user };
  if (user.name !== undefined) {
    const checked = name.safeParse(user.name);
    if (!checked.success) throw refuse(checked.error.issues[0]?.message ?? PERSON_NAME_NEEDED);
    data.name = checked.data;
  }
  if (user.email !== undefined) {
    const checked = email.safeParse(user.email);
    if (!checked.success) throw refuse(checked.error.issues[0]?.message ?? EMAIL_NEEDED);
  }
  if (!user.image) return { data };
  const image = z.string().max(LONGEST_IMAGE_URL).safeParse(user.image);
  if (!image.success) throw refuse('A profile image must be an address.');
  const address = await checkImage(image.data).catch((error: unknown) => {
    const refusal = findRefusal(error);
    throw refusal ? refuse(`This profile image cannot be used. ${refusal.message}`) : error;
  });
  return { data: { ...data, image: address } };
}
