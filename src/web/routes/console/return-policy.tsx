import { data, redirect } from 'react-router';
import { listCategories } from '#features/merchandising/merchandising.ts';
import type { ReturnPolicy } from '#features/return-policy/return-policy.schema.ts';
import { returnPolicyInput } from '#features/return-policy/return-policy.schema.ts';
import { editReturnPolicy, getReturnPolicy } from '#features/return-policy/return-policy.ts';
import { settingAddress } from '#features/settings/settings.schema.ts';
import { counted } from '#shared/counted.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, orRefusal, readForm, refusalInit, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/return-policy.ts';
import { PolicyForm, policyInWords, readPolicyForm } from './return-policy/policy-form.tsx';
import { ConflictNotice } from './sections/conflict-notice.tsx';
import { postedVersion } from './sections/section-form.ts';

export const meta = () =>
  privatePage('Return policy', 'Who pays for the way back, and what is a final sale.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const [policy, categories] = await orErrorPage(
    Promise.all([getReturnPolicy(ctx, actor), listCategories(ctx, actor)]),
  );
  return {
    policy,
    categories: categories.map(({ id, name }) => ({ id, name })),
    days: ctx.shop.returns.days,
    isSaved: url.searchParams.get('done') === 'saved',
  };
}

/** What the form shows after it was refused. */
interface Refused {
  message: string;
  typed: ReturnType<typeof readPolicyForm>;
  /** That of the posted form: what others saved since is not replaced unseen. */
  version: number;
  /** The policy as somebody else saved it meanwhile. */
  current: ReturnPolicy | null;
}

/** Replaces the policy. */
export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const posted = await readForm(context);
  const typed = readPolicyForm(posted);
  const { data: policy, error } = returnPolicyInput.safeParse(typed);
  const version = postedVersion(posted);
  if (error) {
    const message = error.issues[0]?.message ?? 'Please check the form.';
    return data<Refused>({ message, typed, version, current: null }, 422);
  }
  const change = { version, policy };
  const { refusal } = await orRefusal(editReturnPolicy(visit.ctx, visit.actor, change));
  if (!refusal) throw redirect('/admin/return-policy?done=saved');
  const { current = null } = refusal.details as { current?: ReturnPolicy };
  return data<Refused>({ message: refusal.message, typed, version, current }, refusalInit(refusal));
}

export { afterConflicts as shouldRevalidate } from '../../revalidation.ts';

export default function ReturnPolicyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { policy, categories, days, isSaved } = loaderData;
  const current = actionData?.current;
  const version = current?.version ?? actionData?.version ?? policy.version;
  return (
    <div className="max-w-3xl px-4 pb-8 lg:px-6">
      <ConsoleHeading
        title="Return policy"
        about="It applies to new orders and new requests. Earlier ones keep what was said to their customers."
      />
      {actionData ? (
        <Notice tone="danger" className="mb-4">
          {actionData.message}
        </Notice>
      ) : null}
      {isSaved && !actionData ? (
        <Notice tone="success" className="mb-4">
          Saved. It applies to new orders and new requests at once.
        </Notice>
      ) : null}
      <p className="mb-4 text-sm">
        {days > 0
          ? `Customers can send items back for ${counted(days, 'day')} after their delivery. `
          : 'Customers cannot send items back. '}
        <Link to={settingAddress('returns.days')} className="link">
          Where to change the days
        </Link>
      </p>
      {current ? <ConflictNotice fields={policyInWords(current, categories)} /> : null}
      <PolicyForm
        key={version}
        version={version}
        shown={actionData?.typed ?? policy}
        categories={categories}
      />
    </div>
  );
}
