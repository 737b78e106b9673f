import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect } from 'react-router';
import { contactMessage } from '#features/contact/contact.schema.ts';
import { submitContactMessage } from '#features/contact/contact.ts';
import { readForm } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/contact.ts';

/** The contact form's other end. Silent, as specified: without script it leads back to the form. */
export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseWithZod(await readForm(request), { schema: contactMessage });
  if (submission.status !== 'success') return data(submission.reply(), { status: 422 });
  await submitContactMessage(visitOf(context).ctx, submission.value);
  return redirect('/#contact');
}

export function loader() {
  return redirect('/#contact');
}
