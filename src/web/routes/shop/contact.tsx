import { data, redirect } from 'react-router';
import { z } from 'zod';
import { contactMessage } from '#features/contact/contact.schema.ts';
import { submitContactMessage } from '#features/contact/contact.ts';
import { AppError } from '#shared/errors.ts';
import { orErrorPage, orRefusal, readForm, refusalInit } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/contact.ts';

/**
 * Receives the contact form. It shows nothing, as specified: without script it redirects to the
 * form.
 */
export async function action({ context }: Route.ActionArgs) {
  const { ctx, address, isDataRequest } = visitOf(context);
  const message = contactMessage.safeParse(Object.fromEntries(await readForm(context)));
  if (!message.success) {
    // Without script only a page can show the error: a redirect would look like success.
    if (!isDataRequest) await orErrorPage(Promise.reject(refusalOf(message.error)));
    return data(z.treeifyError(message.error), { status: 422 });
  }
  const work = submitContactMessage(ctx, address, message.data);
  if (!isDataRequest) {
    await orErrorPage(work);
    return redirect('/#contact');
  }
  const { refusal } = await orRefusal(work);
  // A redirect would change the address of a page with script, and lose its tab and scroll
  // position.
  return refusal ? data(refusal.message, refusalInit(refusal)) : null;
}

function refusalOf({ issues }: z.ZodError): AppError {
  return new AppError('invalid_request', issues[0]?.message ?? 'That message cannot be sent.');
}

export function loader() {
  return redirect('/#contact');
}

/** Never shown. But a refusal needs a page that it can replace. */
export default function Contact() {
  return null;
}
