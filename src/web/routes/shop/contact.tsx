import { data, Form, redirect } from 'react-router';
import { contactMessage } from '#features/contact/contact.schema.ts';
import { submitContactMessage } from '#features/contact/contact.ts';
import { textsOf } from '#features/texts/texts.ts';
import { ContactFields } from '../../components/contact-fields.tsx';
import { FormPage } from '../../components/page/form-page.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { parseFields, refuse, submitForm } from '../../posted-form.ts';
import { orErrorPage, orRefusal, readForm } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { FormErrors } from '../../ui/form-errors.tsx';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import type { Route } from './+types/contact.ts';

export const meta = () => privatePage('Contact', 'A message to the shop.');

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

/**
 * Receives the contact form. It shows nothing, as specified: without script it redirects to the
 * form. Only a form that is refused without script is shown on this page, with what was typed: a
 * redirect would look like success.
 */
export async function action({ context }: Route.ActionArgs) {
  const { ctx, address, isDataRequest } = visitOf(context);
  const form = await readForm(context);
  if (!isDataRequest) {
    const { refused } = await submitForm(form, contactMessage, (message) =>
      submitContactMessage(ctx, address, message),
    );
    return refused ? data({ result: refused.result }, refused.init) : redirect('/#contact');
  }
  const work = async () => {
    const message = parseFields(contactMessage, Object.fromEntries(form));
    await submitContactMessage(ctx, address, message);
  };
  const { refusal } = await orRefusal(work());
  // A redirect would change the address of a page with script, and lose its tab and scroll
  // position.
  return refusal ? refuse(refusal, { result: undefined }) : null;
}

export async function loader({ context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  if (!visit.isPosted) throw redirect('/#contact');
  return { texts: textsOf(await orErrorPage(visit.siteContent()), 'home') };
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { texts } = loaderData;
  const { form, field, formErrors } = useCheckedForm({
    id: 'contact',
    fields: { user_name: {}, user_email: {}, message: {} },
    lastResult: actionData?.result,
  });
  return (
    <FormPage title="Contact">
      <Form method="post" action="/contact" reloadDocument {...form} className="space-y-5">
        <FormErrors errors={formErrors} />
        <ContactFields texts={texts} field={field} />
      </Form>
    </FormPage>
  );
}
