import { uploadImage } from '#features/images/images.ts';
import type { AppError } from '#shared/errors.ts';
import { orRefusal } from './respond.ts';
import type { Visit } from './shop-context.ts';

/**
 * Replaces the image of a posted form by its address, or a blank. With script the image has been
 * uploaded already and the form has its address. Without script the form has the file. Returns the
 * reason when the file was refused.
 */
export async function takePostedImage(
  { ctx, actor, address }: Visit,
  form: FormData,
  field: string,
): Promise<AppError | null> {
  const sent = form.getAll(field);
  const file = sent.find((value) => value instanceof File && value.size > 0) as File | undefined;
  const known = sent.find((value) => typeof value === 'string' && value !== '');
  form.set(field, known ?? '');
  if (!file) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { value, refusal } = await orRefusal(uploadImage(ctx, actor, address, bytes));
  form.set(field, value?.url ?? '');
  return refusal ?? null;
}
