import { data, Form, useNavigation } from 'react-router';
import { orderLookup } from '#features/orders/order-requests.schema.ts';
import { sendOrderLink } from '#features/orders/orders.ts';
import { accountWords } from '../../components/account/account-fields.ts';
import { FormPage } from '../../components/page/form-page.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { requireGuestOrders } from '../../guest-guards.ts';
import { RESET_FORM, submitForm } from '../../posted-form.ts';
import { readForm } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import type { Route } from './+types/find-order.ts';

export const meta = () => privatePage('Find your order', 'An order without an account.');

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

export async function loader({ context }: Route.LoaderArgs) {
  await requireGuestOrders(visitOf(context));
  return null;
}

/** Sends the link of the order to its email. */
export async function action({ context }: Route.ActionArgs) {
  const visit = visitOf(context);
  await requireGuestOrders(visit);
  const { refused } = await submitForm(await readForm(context), orderLookup, (lookup) =>
    sendOrderLink(visit.ctx, lookup, visit.address),
  );
  if (refused) return data({ result: refused.result, sent: false }, refused.init);
  return data({ result: RESET_FORM, sent: true });
}

export default function FindOrder({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().formAction === '/findOrder';
  const { form, field, formErrors } = useCheckedForm({
    id: 'find-order',
    fields: {
      number: { missing: 'The number of the order is needed.' },
      email: accountWords.email,
    },
    lastResult: actionData?.result,
  });
  return (
    <FormPage
      title="Find your order"
      intro="For an order without an account. We send its link to the email address that you ordered with."
    >
      <Form method="post" action="/findOrder" {...form} className="space-y-5">
        {actionData?.sent ? (
          <Notice tone="success">
            If there is an order with that number and that address, its link is on its way to the
            address.
          </Notice>
        ) : null}
        <FormErrors errors={formErrors} />
        <TextField
          field={field('number')}
          label="Order number"
          required
          maxLength={20}
          autoComplete="off"
          hint="Such as 7K3M-2Q9D."
        />
        <TextField
          field={field('email')}
          label="Email"
          type="email"
          required
          autoComplete="email"
        />
        <Button look="accent" pending={busy} className="w-full">
          Send the link
        </Button>
      </Form>
    </FormPage>
  );
}
