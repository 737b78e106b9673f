/**
 * What an action does with a posted form: it reads the fields, calls a use case, and returns what was
 * refused or redirects. A form whose fields are checked gets a `result` (`submitForm`), any other
 * one a `message` (`refuse`). The console's editors have `editor-action.ts` besides.
 */
import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect } from 'react-router';
import type { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import { toAmountText } from '#shared/read-amount.ts';
import { type NoticeName, type Notices, withNotice } from './notices.ts';
import { listAddress } from './pagination.ts';
import { orRefusal, refusalInit } from './respond.ts';
import type { FormResult } from './ui/use-checked-form.ts';

/** The result of a form that is empty again after it was sent. */
export const RESET_FORM: FormResult = { initialValue: null };

/** Writes amounts of a posted form as calls have them: '29.90' for '29,90'. */
export function withPlainAmounts(form: FormData, ...names: string[]): FormData {
  for (const name of names) {
    const text = form.get(name);
    if (typeof text === 'string') form.set(name, toAmountText(text));
  }
  return form;
}

interface SubmitOptions {
  /** Fields that are not shown again, such as passwords. */
  hideFields?: string[];
  /** Fields that were refused before the others are checked, such as an image. */
  refusedFields?: Record<string, AppError | null>;
}

/**
 * Checks the fields of a form by its schema and calls the use case with them. `refused` is what
 * the fields show, with the status of the response.
 */
export async function submitForm<Schema extends z.ZodType, T>(
  form: FormData,
  schema: Schema,
  work: (fields: z.output<Schema>) => Promise<T>,
  { hideFields = [], refusedFields = {} }: SubmitOptions = {},
): Promise<
  | { value: T; refused?: never }
  | { value?: never; refused: { result: FormResult; init: ResponseInit } }
> {
  const submission = parseWithZod(form, { schema });
  for (const [field, refusal] of Object.entries(refusedFields)) {
    if (!refusal) continue;
    const fieldErrors = { [field]: [refusal.message] };
    const result = submission.reply({ fieldErrors, hideFields });
    return { refused: { result, init: refusalInit(refusal) } };
  }
  if (submission.status !== 'success') {
    return { refused: { result: submission.reply({ hideFields }), init: { status: 422 } } };
  }
  const { value, refusal } = await orRefusal(work(submission.value));
  if (!refusal) return { value };
  const result = submission.reply({ formErrors: [refusal.message], hideFields });
  return { refused: { result, init: refusalInit(refusal) } };
}

/** Responds with the message of a refusal, and what else the page shows after it. */
export function refuse<Shown extends object>(refusal: AppError, shown?: Shown) {
  return data({ message: refusal.message, ...(shown as Shown) }, refusalInit(refusal));
}

/** The fields as the schema has them; the first fault is a refusal, 422 `invalid_request`. */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: unknown,
): z.output<Schema> {
  const { success, data: parsed, error } = schema.safeParse(fields);
  if (success) return parsed;
  throw new AppError('invalid_request', error.issues[0]?.message ?? 'This is not valid.');
}

/**
 * Responds to a change that a list's form requested: redirects to the same view with one of its
 * notices; after a refusal, returns its message.
 */
export async function respondToListChange<T, Shown extends Notices>(
  work: Promise<T>,
  url: URL,
  notices: Shown,
  name: NoticeName<Shown> | ((value: T) => NoticeName<Shown>),
  /** Further parameters of the notice. */
  about?: Record<string, string>,
) {
  const result = await orRefusal(work);
  if (result.refusal) return refuse(result.refusal);
  const said = typeof name === 'function' ? name(result.value) : name;
  throw redirect(withNotice(listAddress(url), notices, said, about));
}
