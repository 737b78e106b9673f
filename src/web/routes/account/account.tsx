import { Form } from 'react-router';
import { hasPassword, listSessions } from '#features/accounts/accounts.ts';
import { IMAGE_TOO_LARGE } from '#features/images/images.schema.ts';
import { accountNotices } from '../../components/page/account-notices.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, readForm, requireSignIn } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import type { Route } from './+types/account.ts';
import { AccountPart } from './account/account-part.tsx';
import { changeAccount } from './account/change-account.ts';
import { PasswordForm } from './account/password-form.tsx';
import { ProfileForm } from './account/profile-form.tsx';
import { SessionList } from './account/session-list.tsx';

export const handle = { notices: accountNotices };

export const meta = () => privatePage('Account', 'Your profile, your devices and your data.');

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  const { id, name, email, emailVerified, image } = requireSignIn(visit, url);
  return {
    user: { name, email, emailVerified, image },
    password: await orErrorPage(hasPassword(visit.ctx, id)),
    sessions: await orErrorPage(listSessions(visit.ctx, visit.actor)),
    tooLarge: url.searchParams.get('image') === 'too_large',
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireSignIn(visit, url);
  return changeAccount(visit, await readForm(context), request.headers);
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { user, password, sessions, tooLarge } = loaderData;
  const sentence = actionData?.message ?? (tooLarge && !actionData ? IMAGE_TOO_LARGE : null);
  const resultOf = (part: string) => (actionData?.part === part ? actionData.result : undefined);
  return (
    <div className="page-width max-w-3xl pb-section">
      <PageHeading title="Account" />
      {sentence ? (
        <Notice tone="danger" className="mb-6">
          {sentence}
        </Notice>
      ) : null}
      <div className="space-y-8">
        <AccountPart title="Profile">
          <ProfileForm name={user.name} image={user.image} result={resultOf('profile')} />
        </AccountPart>
        <AccountPart title="Email">
          <Email email={user.email} isVerified={user.emailVerified} />
        </AccountPart>
        <AccountPart title="Password">
          {password ? (
            <PasswordForm result={resultOf('password')} email={user.email} />
          ) : (
            <>
              <p className="text-ink-soft">
                You sign in with Google. If you want a password as well, choose one by email.
              </p>
              <ButtonLink to="/forgotPassword">Choose a password</ButtonLink>
            </>
          )}
        </AccountPart>
        <AccountPart title="Addresses">
          <p className="text-ink-soft">Where your orders and bills go.</p>
          <ButtonLink to="/account/addresses">Manage addresses</ButtonLink>
        </AccountPart>
        <AccountPart title="Where you are signed in">
          <SessionList sessions={sessions} />
        </AccountPart>
        <AccountPart title="Your data">
          <p className="text-ink-soft">
            Everything the shop knows about you: profile, addresses, devices, orders, cart and
            messages.
          </p>
          <ButtonLink to="/account/export" reloadDocument download>
            Export my data
          </ButtonLink>
          <p>
            <Link to="/account/delete" className="link">
              Delete my account
            </Link>
          </p>
        </AccountPart>
      </div>
    </div>
  );
}

function Email({ email, isVerified }: { email: string; isVerified: boolean }) {
  return (
    <>
      <p className="font-semibold wrap-anywhere">{email}</p>
      {isVerified ? (
        <p className="text-ink-soft">Verified.</p>
      ) : (
        <Form method="post" className="space-y-4">
          <p className="text-ink-soft">
            Not verified yet. We have sent you an email with a link; follow it, so that you can sign
            in with Google as well, and so that nobody else uses your address.
          </p>
          <Button name="part" value="verify">
            Send the email again
          </Button>
        </Form>
      )}
      <ButtonLink to="/account/email">Change email address</ButtonLink>
    </>
  );
}
