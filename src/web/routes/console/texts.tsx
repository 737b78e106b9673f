import { data } from 'react-router';
import { editText, listTexts } from '#features/texts/texts.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { postedVersion } from '../../components/console/editor/posted.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { refuse } from '../../posted-form.ts';
import { orErrorPage, orRefusal, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { LeaveDialog } from '../../ui/leave-dialog.tsx';
import { usePageBlocker } from '../../ui/use-unsaved-guard.ts';
import type { Route } from './+types/texts.ts';
import { TextForm, type TextResult } from './texts/text-form.tsx';

export const meta = () => privatePage('Texts', 'What the shop says to customers.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  return { groups: await orErrorPage(listTexts(visit.ctx, visit.actor)) };
}

export { afterConflicts as shouldRevalidate } from '../../revalidation.ts';

export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const posted = await readForm(context);
  const [key, typed] = [String(posted.get('key') ?? ''), String(posted.get('text') ?? '')];
  const text = posted.get('intent') === 'reset' ? null : typed;
  const version = postedVersion(posted);
  const { refusal } = await orRefusal(editText(visit.ctx, visit.actor, key, { version, text }));
  if (!refusal) return data({ key, message: null });
  return refuse(refusal, { key, typed });
}

export default function TextsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { groups } = loaderData;
  const result = actionData as TextResult | undefined;
  const changed = groups.flatMap(({ texts }) => texts.filter(({ own }) => own !== null));
  return (
    <div className="max-w-6xl px-4 pb-8 lg:px-6">
      <LeaveDialog blocker={usePageBlocker()} />
      <ConsoleHeading
        title="Texts"
        about={`What buttons, headings and alerts of the shop say. ${
          changed.length === 0 ? 'All are the defaults.' : `${changed.length} changed.`
        }`}
      />
      {groups.map(({ title, texts }) => (
        <section key={title} aria-label={title} className="mb-8">
          <h2 className="mb-2 font-sans text-base font-semibold">{title}</h2>
          <ul className="border-t border-line">
            {texts.map((text) => (
              <li
                key={text.key}
                id={text.key}
                className="scroll-mt-20 border-b border-line py-2 target:bg-accent-tint"
              >
                <TextForm text={text} result={result?.key === text.key ? result : undefined} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
