import { data } from 'react-router';
import { listCategories } from '#features/merchandising/merchandising.ts';
import type { PlacedTaxRate, TaxSettings } from '#features/tax-settings.ts';
import { editTaxes, getTaxSettings } from '#features/taxes/taxes.ts';
import { AppError } from '#shared/errors.ts';
import { percentOf } from '#shared/taxes.ts';
import { SURE } from '../../components/console/confirmed-form.tsx';
import {
  notSure,
  refuseDraft,
  removeRecord,
} from '../../components/console/editor/editor-action.ts';
import { EditorPage } from '../../components/console/editor/editor-page.tsx';
import {
  type RefusedDraft,
  useRefusedDraft,
} from '../../components/console/editor/editor-result.ts';
import { postedVersion, savedId } from '../../components/console/editor/posted.ts';
import { Removal } from '../../components/console/editor/removal.tsx';
import { saveKeys } from '../../components/console/use-save-key.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { redirectWithNotice } from '../../notices.ts';
import { orErrorPage, orRefusal, readForm, requireAdminPage } from '../../respond.ts';
import { type Visit, visitOf } from '../../shop-context.ts';
import type { Route } from './+types/tax-rate.ts';
import {
  draftOf,
  type RateDraft,
  rateInWords,
  readDraft,
  readRate,
  toInput,
} from './taxes/rate-draft.ts';
import { RateForm } from './taxes/rate-form.tsx';
import { taxNotices } from './taxes/tax-notices.ts';

const LIST = '/admin/taxes';

export const meta = ({ loaderData }: Route.MetaArgs) =>
  privatePage(loaderData?.title || 'Add a tax rate', 'What a tax is for, and its rate.');

export const handle = { keys: saveKeys };

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

export async function action({ params, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const posted = await readForm(context);
  const id = savedId(params.id);
  if (posted.get('intent') === 'remove') return remove(visit, id, posted);
  const draft = readDraft(posted);
  const { rate, errors } = readRate(draft, id);
  const version = postedVersion(posted);
  const typed: RefusedDraft<RateDraft> = { draft, errors, version, conflict: null };
  if (!rate) return data(typed, 422);
  const { refusal } = await orRefusal(
    edit(visit, posted, id, (rates) =>
      id === null
        ? [...rates.map(toInput), rate]
        : rates.map((one) => (one.id === id ? rate : toInput(one))),
    ),
  );
  if (!refusal) {
    throw redirectWithNotice(LIST, taxNotices, id === null ? 'record-added' : 'record-saved');
  }
  const { current } = refusal.details as { current?: TaxSettings };
  return refuseDraft(typed, refusal, current ? await theirsOf(visit, current, id) : null);
}

/** What somebody else saved meanwhile. */
async function theirsOf({ ctx, actor }: Visit, current: TaxSettings, id: string | null) {
  const theirs = current.rates.find((one) => one.id === id);
  const categories = await orErrorPage(listCategories(ctx, actor));
  const inWords = theirs ? rateInWords(theirs, categories) : null;
  return { version: current.editVersion, inWords };
}

async function remove(visit: Visit, id: string | null, posted: FormData) {
  if (!posted.has(SURE) || id === null) return notSure();
  const removal = edit(visit, posted, id, (rates) =>
    rates.filter((one) => one.id !== id).map(toInput),
  );
  return removeRecord(LIST, taxNotices, removal);
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
  return editTaxes(ctx, actor, { version: postedVersion(posted), taxes });
}

export { afterConflicts as shouldRevalidate } from '../../revalidation.ts';

export default function TaxRatePage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, version, isNew, categories } = loaderData;
  const refused = useRefusedDraft<RateDraft>(actionData);
  return (
    <EditorPage title={title || 'Add a tax rate'} list={LIST} all="rates" result={actionData}>
      <RateForm
        key={JSON.stringify(refused ?? loaderData.draft)}
        {...{ draft: loaderData.draft, refused, version, isNew, categories }}
      />
      {isNew ? null : (
        <Removal
          thing="rate"
          name={title}
          text="New orders do not have it any more. Orders keep the taxes that they have."
          version={version}
        />
      )}
    </EditorPage>
  );
}
