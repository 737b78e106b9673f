import { data, Link, redirect } from 'react-router';
import { listCategories } from '#features/merchandising/merchandising.ts';
import { returnPolicyInput } from '#features/return-policy/return-policy.schema.ts';
import { editReturnPolicy, getReturnPolicy } from '#features/return-policy/return-policy.ts';
import { settingAddress } from '#features/settings/settings.schema.ts';
import { counted } from '#shared/counted.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, orRefusal, readForm, refusalInit, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/return-policy.ts';
import { PolicyForm, readPolicyForm } from './return-policy/policy-form.tsx';
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

/** Replaces the policy. */
export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const posted = await readForm(context);
  const typed = readPolicyForm(posted);
  const { data: policy, error } = returnPolicyInput.safeParse(typed);
  if (error) {
    return data({ message: error.issues[0]?.message ?? 'Please check the form.', typed }, 422);
  }
  const change = { version: postedVersion(posted), policy };
  const { refusal } = await orRefusal(editReturnPolicy(visit.ctx, visit.actor, change));
  if (!refusal) throw redirect('/admin/return-policy?done=saved');
  return data({ message: refusal.message, typed }, refusalInit(refusal));
}

export { afterConflicts as shouldRevalidate } from '../../revalidation.ts';

export default function ReturnPolicyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { policy, categories, days, isSaved } = loaderData;
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
      <PolicyForm
        key={policy.version}
        version={policy.version}
        shown={actionData?.typed ?? policy}
        categories={categories}
      />
    </div>
  );
}
