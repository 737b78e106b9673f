import { data, redirect } from 'react-router';
import { z } from 'zod';
import { contactMessage } from '#features/contact/contact.schema.ts';
import { submitContactMessage } from '#features/contact/contact.ts';
import { isDocumentRequest, orRefusal, readForm } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/contact.ts';

/** The contact form's other end. Silent, as specified: without script it leads back to the form. */
export async function action({ request, context }: Route.ActionArgs) {
  const message = contactMessage.safeParse(Object.fromEntries(await readForm(request)));
  if (!message.success) return data(z.treeifyError(message.error), { status: 422 });
  const { refusal } = await orRefusal(submitContactMessage(visitOf(context).ctx, message.data));
  if (refusal) return data(refusal.message, { status: refusal.status });
  // A redirect would take a page with script to another address, and its tabs and place with it.
  return isDocumentRequest(request) ? redirect('/#contact') : null;
}

export function loader() {
  return redirect('/#contact');
}
