import { listCategories } from '#features/merchandising/merchandising.ts';
import type { ReturnPolicy } from '#features/return-policy/return-policy.schema.ts';
import { returnPolicyInput } from '#features/return-policy/return-policy.schema.ts';
import { editReturnPolicy, getReturnPolicy } from '#features/return-policy/return-policy.ts';
import { settingAddress } from '#features/settings/settings.schema.ts';
import { counted } from '#shared/counted.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { refuseDraft } from '../../components/console/editor/editor-action.ts';
import {
  type RefusedDraft,
  useRefusedDraft,
} from '../../components/console/editor/editor-result.ts';
import { postedVersion } from '../../components/console/editor/posted.ts';
import { RedirectNotice } from '../../components/console/redirect-notice.tsx';
import { saveKeys } from '../../components/console/use-save-key.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { type Notices, redirectWithNotice } from '../../notices.ts';
import { parseFields } from '../../posted-form.ts';
import { orErrorPage, orRefusal, readForm, requireAdminPage } from '../../respond.ts';
import { type Visit, visitOf } from '../../shop-context.ts';
import { Link } from '../../ui/link.tsx';
import type { Route } from './+types/return-policy.ts';
import {
  type PolicyDraft,
  PolicyForm,
  policyInWords,
  readPolicyForm,
} from './return-policy/policy-form.tsx';

export const meta = () =>
  privatePage('Return policy', 'Who pays for the way back, and what is a final sale.');

export const handle = { keys: saveKeys };

const returnPolicyNotices = {
  'return-policy-saved': {
    tone: 'success',
    text: 'Saved. It applies to new orders and new requests at once.',
  },
} satisfies Notices;

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
  };
}

/** Replaces the policy. */
export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const posted = await readForm(context);
  const draft = readPolicyForm(posted);
  const version = postedVersion(posted);
  const typed: RefusedDraft<PolicyDraft> = { draft, errors: {}, version, conflict: null };
  const save = async () => {
    const policy = parseFields(returnPolicyInput, draft);
    await editReturnPolicy(ctx, actor, { version, policy });
  };
  const { refusal } = await orRefusal(save());
  if (!refusal)
    throw redirectWithNotice('/admin/return-policy', returnPolicyNotices, 'return-policy-saved');
  const { current } = refusal.details as { current?: ReturnPolicy };
  return refuseDraft(typed, refusal, current ? await theirsOf(visit, current) : null);
}

/** What somebody else saved meanwhile. */
async function theirsOf({ ctx, actor }: Visit, current: ReturnPolicy) {
  const categories = await orErrorPage(listCategories(ctx, actor));
  return { version: current.version, inWords: policyInWords(current, categories) };
}

export { afterConflicts as shouldRevalidate } from '../../revalidation.ts';

export default function ReturnPolicyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { policy, categories, days } = loaderData;
  const refused = useRefusedDraft<PolicyDraft>(actionData);
  return (
    <div className="max-w-3xl px-4 pb-8 lg:px-6">
      <ConsoleHeading
        title="Return policy"
        about="It applies to new orders and new requests. Earlier ones keep what was said to their customers."
      />
      {refused ? null : <RedirectNotice notices={returnPolicyNotices} />}
      <p className="mb-4 text-sm">
        {days > 0
          ? `Customers can send items back for ${counted(days, 'day')} after their delivery. `
          : 'Customers cannot send items back. '}
        <Link to={settingAddress('returns.days')} className="link">
          Where to change the days
        </Link>
      </p>
      <PolicyForm
        key={JSON.stringify(refused ?? policy)}
        policy={policy}
        refused={refused}
        categories={categories}
      />
    </div>
  );
}
