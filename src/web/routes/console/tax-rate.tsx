import { data, redirect } from 'react-router';
import { listCategories } from '#features/merchandising/merchandising.ts';
import type { PlacedTaxRate, TaxSettings } from '#features/tax-settings.ts';
import { editTaxes, getTaxSettings } from '#features/taxes/taxes.ts';
import { AppError } from '#shared/errors.ts';
import { percentOf } from '#shared/taxes.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, orRefusal, readForm, refusalInit, requireAdminPage } from '../../respond.ts';
import { type Visit, visitOf } from '../../shop-context.ts';
import { Link } from '../../ui/link.tsx';
import type { Route } from './+types/tax-rate.ts';
import { Section } from './product-editor/section.tsx';
import { ConfirmedForm, SURE } from './sections/confirmed-form.tsx';
import { ConflictNotice } from './sections/conflict-notice.tsx';
import { type EditorMessage, EditorNotice, notDone, notSure } from './sections/editor-notice.tsx';
import { postedVersion } from './sections/section-form.ts';
import { savedId } from './sections/section-pages.ts';
import {
  draftOf,
  type RateDraft,
  rateInWords,
  readDraft,
  readRate,
  toInput,
} from './taxes/rate-draft.ts';
import { RateForm } from './taxes/rate-form.tsx';

export const meta = ({ loaderData }: Route.MetaArgs) =>
  privatePage(loaderData?.title || 'Add a tax rate', 'What a tax is for, and its rate.');

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const { editVersion, rates } = await orErrorPage(getTaxSettings(ctx, actor));
  const id = savedId(params.id);
  const rate = id === null ? null : await orErrorPage(findRate(rates, id));
  const categories = await orErrorPage(listCategories(ctx, actor));
  return {
    title: rate ? `${rate.name} ${percentOf(rate.ratePpm)}` : '',
    version: editVersion,
    draft: draftOf(rate),
    isNew: rate === null,
    categories: categories.map(({ id: categoryId, name }) => ({ id: categoryId, name })),
  };
}

async function findRate(rates: PlacedTaxRate[], id: string): Promise<PlacedTaxRate> {
  const found = rates.find((rate) => rate.id === id);
  if (!found) throw new AppError('not_found', 'There is no such rate.');
  return found;
}

/** What the form shows after it was refused. */
interface Typed {
  draft: RateDraft;
  errors: Record<string, string>;
  /** That of the posted form: what others saved since is not replaced unseen. */
  version: number;
  /** The rate as somebody else saved it meanwhile. */
  saved: [label: string, value: string][] | null;
}

export async function action({ params, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const posted = await readForm(context);
  const id = savedId(params.id);
  if (posted.get('intent') === 'remove') return remove(visit, id, posted);
  const draft = readDraft(posted);
  const { rate, errors } = readRate(draft, id);
  const typed: Typed = { draft, errors, version: postedVersion(posted), saved: null };
  if (!rate) return data(typed, 422);
  const { refusal } = await edit(visit, posted, id, (rates) =>
    id === null
      ? [...rates.map(toInput), rate]
      : rates.map((one) => (one.id === id ? rate : toInput(one))),
  );
  if (!refusal) throw redirect(`/admin/taxes?done=${id === null ? 'added' : 'saved'}`);
  const field = String(refusal.details.field ?? '');
  const refused: Typed = { ...typed, errors: { [field]: refusal.message } };
  const { current } = refusal.details as { current?: TaxSettings };
  if (current) {
    const theirs = current.rates.find((one) => one.id === id);
    const categories = await orErrorPage(listCategories(visit.ctx, visit.actor));
    refused.version = current.editVersion;
    refused.saved = theirs ? rateInWords(theirs, categories) : null;
  }
  return data(refused, refusalInit(refusal));
}

async function remove(visit: Visit, id: string | null, posted: FormData) {
  if (!posted.has(SURE) || id === null) return notSure();
  const { refusal } = await edit(visit, posted, id, (rates) =>
    rates.filter((one) => one.id !== id).map(toInput),
  );
  if (refusal) return notDone(refusal);
  throw redirect('/admin/taxes?done=removed');
}

/** Edits the rates at the version that the page showed. Not found for a rate that is not there. */
async function edit(
  { ctx, actor }: Visit,
  posted: FormData,
  id: string | null,
  change: (rates: PlacedTaxRate[]) => ReturnType<typeof toInput>[],
) {
  const { pricesIncludeTax, rates } = await orErrorPage(getTaxSettings(ctx, actor));
  if (id !== null) await orErrorPage(findRate(rates, id));
  const taxes = { pricesIncludeTax, rates: change(rates) };
  return orRefusal(editTaxes(ctx, actor, { version: postedVersion(posted), taxes }));
}

export { afterConflicts as shouldRevalidate } from '../../revalidation.ts';

export default function TaxRatePage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, version, isNew, categories } = loaderData;
  const editorMessage =
    actionData && 'editorMessage' in actionData
      ? (actionData.editorMessage as EditorMessage)
      : null;
  const typed = actionData && 'draft' in actionData ? (actionData as Typed) : null;
  const { draft, errors } = typed ?? { draft: loaderData.draft, errors: {} };
  const shownVersion = typed?.version ?? version;
  return (
    <div className="px-4 pb-8 lg:px-6">
      <ConsoleHeading
        title={title || 'Add a tax rate'}
        about={
          <Link to="/admin/taxes" className="link">
            All rates
          </Link>
        }
      />
      {editorMessage ? <EditorNotice editorMessage={editorMessage} /> : null}
      <div className="grid max-w-3xl gap-4">
        {typed?.saved ? <ConflictNotice fields={typed.saved} /> : null}
        <RateForm
          key={`${shownVersion} ${JSON.stringify([draft, errors])}`}
          {...{ draft, errors, version: shownVersion, isNew, categories }}
        />
        {isNew ? null : (
          <Section title="Remove the rate">
            <p className="text-sm text-ink-soft">
              New orders do not have it any more. Orders keep the taxes that they have.
            </p>
            <ConfirmedForm
              intent="remove"
              button="Remove rate"
              title={`Remove ${title}?`}
              text="New orders do not have it any more. Orders keep the taxes that they have."
              look="danger"
            >
              <input type="hidden" name="version" value={version} />
            </ConfirmedForm>
          </Section>
        )}
      </div>
    </div>
  );
}
