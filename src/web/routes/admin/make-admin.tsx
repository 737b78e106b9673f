import { parseWithZod } from '@conform-to/zod/v4';
import { data, Form, useNavigation } from 'react-router';
import { adminRequest } from '#features/accounts/accounts.schema.ts';
import { makeAdmin } from '#features/accounts/accounts.ts';
import { accountWords } from '../../components/account/account-fields.ts';
import { FormPage } from '../../components/page/form-page.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { orRefusal, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import type { Route } from './+types/make-admin.ts';

export const meta = () => privatePage('Make Admin', 'Giving an account the rights of an admin.');

export function loader({ url, context }: Route.LoaderArgs) {
  requireAdminPage(visitOf(context), url);
  return null;
}

export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const submission = parseWithZod(await readForm(context), { schema: adminRequest });
  if (submission.status !== 'success') {
    return data({ result: submission.reply(), done: null }, { status: 422 });
  }
  const { email } = submission.value;
  const { value, refusal } = await orRefusal(makeAdmin(visit.ctx, visit.actor, email));
  if (refusal) {
    const result = submission.reply({ formErrors: [refusal.message] });
    return data({ result, done: null }, { status: refusal.status });
  }
  const done = value.modifiedCount > 0 ? ('added' as const) : ('unchanged' as const);
  return data({ result: submission.reply({ resetForm: true }), done });
}

export default function MakeAdmin({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().formAction === '/makeAdmin';
  const { form, field, formErrors } = useCheckedForm({
    id: 'make-admin',
    fields: { email: accountWords.email },
    lastResult: actionData?.result,
  });
  return (
    <FormPage
      title="Make Admin"
      intro="Admins add and remove products, and see and delete all orders."
    >
      <Form method="post" action="/makeAdmin" {...form} className="space-y-5">
        {actionData?.done === 'added' ? (
          <Notice tone="success" role="alert">
            You Added Admin Successfully .
          </Notice>
        ) : null}
        {actionData?.done === 'unchanged' ? (
          <Notice tone="info">That account is an admin already.</Notice>
        ) : null}
        <FormErrors errors={formErrors} />
        <TextField field={field('email')} label="Email" type="email" required autoComplete="off" />
        <Button look="accent" pending={busy} className="w-full">
          Make Admin
        </Button>
      </Form>
    </FormPage>
  );
}
