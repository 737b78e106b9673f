import { data, Form, useNavigation } from 'react-router';
import { adminRequest } from '#features/accounts/accounts.schema.ts';
import { listAdmins, makeAdmin, removeAdmin } from '#features/accounts/accounts.ts';
import { ownValue } from '#shared/own-value.ts';
import { accountWords } from '../../components/account/account-fields.ts';
import { FormPage } from '../../components/page/form-page.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { RESET_FORM, submitForm } from '../../posted-form.ts';
import { orErrorPage, readForm, requireAdminPage } from '../../respond.ts';
import { type Visit, visitOf } from '../../shop-context.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Question, useReturnedQuestion } from '../../ui/question.tsx';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import type { Route } from './+types/make-admin.ts';

export const meta = () => privatePage('Make Admin', 'Giving an account the rights of an admin.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  const { id: ownId } = requireAdminPage(visit, url);
  return { admins: await orErrorPage(listAdmins(visit.ctx, visit.actor)), ownId };
}

export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const posted = await readForm(context);
  const change = ownValue(changes, String(posted.get('intent'))) ?? add;
  const { value: done, refused } = await submitForm(posted, adminRequest, ({ email }) =>
    change(visit, email),
  );
  if (refused) return data({ result: refused.result, done: null }, refused.init);
  return data({ result: RESET_FORM, done });
}

type Change = (visit: Visit, email: string) => Promise<{ what: string; email: string }>;

const changes: Record<string, Change> = {
  // The page asks before it removes somebody.
  ask: async (_, email) => ({ what: 'asked', email }),
  remove,
};

async function add({ ctx, actor }: Visit, email: string) {
  const { modifiedCount } = await makeAdmin(ctx, actor, email);
  return { what: modifiedCount > 0 ? 'added' : 'unchanged', email };
}

async function remove({ ctx, actor }: Visit, email: string) {
  await removeAdmin(ctx, actor, email);
  return { what: 'removed', email };
}

export default function MakeAdmin({ loaderData, actionData }: Route.ComponentProps) {
  const { formData } = useNavigation();
  const busy = formData !== undefined && formData.get('intent') === null;
  const done = actionData?.done;
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
        {done?.what === 'added' ? (
          <Notice tone="success" role="alert">
            You Added Admin Successfully .
          </Notice>
        ) : null}
        {done?.what === 'unchanged' ? (
          <Notice tone="info">That account is an admin already.</Notice>
        ) : null}
        {done?.what === 'removed' ? (
          <Notice tone="success">{`${done.email} is no admin any more.`}</Notice>
        ) : null}
        <FormErrors errors={formErrors} />
        <TextField field={field('email')} label="Email" type="email" required autoComplete="off" />
        <Button look="accent" pending={busy} className="w-full">
          Make Admin
        </Button>
      </Form>
      <RemovalQuestion asked={done?.what === 'asked' ? done : undefined} />
      <AdminList {...loaderData} />
    </FormPage>
  );
}

/** Asks before somebody loses the role. */
function RemovalQuestion({ asked }: { asked: { email: string } | undefined }) {
  const { shown, isOpen, close } = useReturnedQuestion(asked);
  if (!shown) return null;
  const { email } = shown;
  return (
    <Question
      isOpen={isOpen}
      title={`Remove ${email}?`}
      text="This account is no admin any more, at once. It stays as the account of a customer."
      keepLink="/makeAdmin"
      onKeep={close}
    >
      <Form method="post" action="/makeAdmin">
        <input type="hidden" name="email" value={email} />
        <Button look="danger" name="intent" value="remove">
          Yes, remove
        </Button>
      </Form>
    </Question>
  );
}

/** The admins, each with a button that takes the role away, except one's own. */
function AdminList({ admins, ownId }: Route.ComponentProps['loaderData']) {
  return (
    <section aria-labelledby="admins" className="mt-12">
      <h2 id="admins" className="font-sans font-semibold">
        Admins
      </h2>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {admins.map(({ id, email, name }) => (
          <li key={id} className="flex min-h-14 items-center justify-between gap-4 py-2">
            <p className="min-w-0 wrap-break-word">
              {name}
              <span className="block text-sm text-ink-soft">{email}</span>
            </p>
            {id === ownId ? null : (
              <Form method="post" action="/makeAdmin">
                <input type="hidden" name="email" value={email} />
                <Button name="intent" value="ask" aria-label={`Remove ${email}`}>
                  Remove
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
