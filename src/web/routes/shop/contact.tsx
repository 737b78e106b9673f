import { redirect } from 'react-router';
import { contactMessage } from '#features/contact/contact.schema.ts';
import { submitContactMessage } from '#features/contact/contact.ts';
import { parseFields, refuse } from '../../posted-form.ts';
import { orErrorPage, orRefusal, readForm } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/contact.ts';

/**
 * Receives the contact form. It shows nothing, as specified: without script it redirects to the
 * form.
 */
export async function action({ context }: Route.ActionArgs) {
  const { ctx, address, isDataRequest } = visitOf(context);
  const form = await readForm(context);
  const work = async () => {
    const message = parseFields(contactMessage, Object.fromEntries(form));
    await submitContactMessage(ctx, address, message);
  };
  if (!isDataRequest) {
    // Without script only a page can show a refusal: a redirect would look like success.
    await orErrorPage(work());
    return redirect('/#contact');
  }
  const { refusal } = await orRefusal(work());
  // A redirect would change the address of a page with script, and lose its tab and scroll
  // position.
  return refusal ? refuse(refusal) : null;
}

export function loader() {
  return redirect('/#contact');
}

/** Never shown. But a refusal needs a page that it can replace. */
export default function Contact() {
  return null;
}
