import { data } from 'react-router';
import { toLine } from '#features/merchandising/merchandising.schema.ts';
import {
  addSynonyms,
  editSynonyms,
  listSynonyms,
  removeSynonyms,
} from '#features/merchandising/merchandising.ts';
import { counted } from '#shared/counted.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { refuse } from '../../posted-form.ts';
import { orErrorPage, orRefusal, readForm, requireAdminPage } from '../../respond.ts';
import { type Visit, visitOf } from '../../shop-context.ts';
import { LeaveDialog } from '../../ui/leave-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { usePageBlocker } from '../../ui/use-unsaved-guard.ts';
import type { Route } from './+types/synonyms.ts';
import { type Result, SynonymForm, UNDO, Undo } from './synonyms/synonym-form.tsx';

export const meta = () => privatePage('Synonyms', 'Words of searches that find the same products.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const groups = await orErrorPage(listSynonyms(visit.ctx, visit.actor));
  return { groups, word: url.searchParams.get('word') ?? '' };
}

export { afterConflicts as shouldRevalidate } from '../../revalidation.ts';

export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const posted = await readForm(context);
  const field = (name: string) => String(posted.get(name) ?? '');
  const id = field('id');
  const { value, refusal } = await orRefusal(change(visit, field));
  if (refusal) return refuse(refusal, { id, typed: field('words') });
  return data<Result>({ id, ...value });
}

async function change(
  { ctx, actor }: Visit,
  field: (name: string) => string,
): Promise<{ said: string; removed?: string }> {
  const [id, shown, text] = [field('id'), field('shown'), field('words')];
  if (field('intent') === 'remove') {
    const removed = toLine(await removeSynonyms(ctx, actor, { id, shown }));
    return { said: `Removed: ${removed}.`, removed };
  }
  const isNew = id === '' || id === UNDO;
  const written = !isNew
    ? await editSynonyms(ctx, actor, { id, text, shown })
    : await addSynonyms(ctx, actor, text);
  return { said: `Saved: ${toLine(written)}.` };
}

export default function SynonymsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { groups, word } = loaderData;
  const result = actionData as Result | undefined;
  // The line was removed meanwhile, so it has no form that could show this.
  const lost =
    result && 'message' in result && result.id && !groups.some(({ id }) => id === result.id)
      ? result
      : null;
  const resultOf = (id: string) => (result?.id === id ? result : undefined);
  return (
    <div className="px-4 pb-8 lg:px-6">
      <LeaveDialog blocker={usePageBlocker()} />
      <ConsoleHeading
        title="Synonyms"
        about="Words on one line find the same products: sneaker, trainer, gym shoe."
      />
      {result && 'said' in result ? (
        <Notice tone="success" className="mb-4">
          {result.said}
          {result.removed ? <Undo words={result.removed} /> : null}
        </Notice>
      ) : null}
      {lost ? (
        <Notice tone="danger" className="mb-4">
          {lost.message} You had written: {lost.typed}
        </Notice>
      ) : null}
      <div className="max-w-3xl space-y-3">
        <SynonymForm
          key={word}
          label="New synonyms"
          group={null}
          start={word && `${word}, `}
          result={resultOf('')}
        />
        {groups.length > 0 ? (
          <h2 className="pt-4 font-sans font-semibold">{counted(groups.length, 'line')}</h2>
        ) : (
          <p className="pt-4 text-ink-soft">No synonyms yet. Write the first line above.</p>
        )}
        {groups.map((group) => (
          <SynonymForm
            key={group.id}
            label={`Synonyms of ${group.words[0]}`}
            group={group}
            result={resultOf(group.id)}
          />
        ))}
      </div>
    </div>
  );
}
