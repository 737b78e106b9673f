import { data, redirect } from 'react-router';
import {
  addZone,
  editZone,
  getZone,
  methodInWords,
  placeInWords,
  removeZone,
} from '#features/delivery/delivery.ts';
import type { DeliveryZone } from '#features/delivery-settings.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DoneNotice } from '../../components/console/done-notice.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, orRefusal, readForm, refusalInit, requireAdminPage } from '../../respond.ts';
import { type Visit, visitOf } from '../../shop-context.ts';
import { Link } from '../../ui/link.tsx';
import type { Route } from './+types/delivery-zone.ts';
import { DONE } from './delivery/done.ts';
import { draftOf, readDraft, readZone } from './delivery/zone-draft.ts';
import type { ZoneDraft } from './delivery/zone-fields.ts';
import { ZoneForm } from './delivery/zone-form.tsx';
import { Section } from './product-editor/section.tsx';
import { ConfirmedForm, SURE } from './sections/confirmed-form.tsx';
import { ConflictNotice } from './sections/conflict-notice.tsx';
import { type EditorMessage, EditorNotice, notDone, notSure } from './sections/editor-notice.tsx';
import { postedVersion } from './sections/section-form.ts';
import { savedId } from './sections/section-pages.ts';

export const meta = ({ loaderData }: Route.MetaArgs) =>
  privatePage(
    loaderData?.name || 'Add a zone',
    'Where a zone is, and how the shop delivers there.',
  );

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const id = savedId(params.id);
  const zone = id === null ? null : await orErrorPage(getZone(visit.ctx, visit.actor, id));
  return { name: zone?.name ?? '', version: zone?.version ?? 0, draft: draftOf(zone) };
}

/** What the form shows after a button that did not save the zone. */
interface Typed {
  draft: ZoneDraft;
  errors: Record<string, string>;
  focus: string;
  /** The version that somebody else saved meanwhile: its number and its parts in words. */
  current: { version: number; fields: [label: string, value: string][] } | null;
}

export async function action({ params, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const posted = await readForm(context);
  const id = savedId(params.id);
  const intent = String(posted.get('intent') ?? '');
  if (intent === 'remove') return remove(visit, id, posted);
  const typed: Typed = { ...readDraft(posted, intent), errors: {}, current: null };
  if (intent !== 'save') return data(typed);
  return save(visit, id, postedVersion(posted), typed);
}

async function save({ ctx, actor }: Visit, id: string | null, version: number, typed: Typed) {
  const { zone, errors } = readZone(typed.draft);
  if (!zone) return data<Typed>({ ...typed, errors }, 422);
  const { value, refusal } = await orRefusal(
    id === null ? addZone(ctx, actor, zone) : editZone(ctx, actor, id, { version, changes: zone }),
  );
  if (!refusal)
    throw redirect(`/admin/delivery/${value.id}?done=${id === null ? 'added' : 'saved'}`);
  const { current } = refusal.details as { current?: DeliveryZone };
  const refused: Typed = {
    ...typed,
    errors: { '': refusal.message },
    current: current ? { version: current.version, fields: inWords(current) } : null,
  };
  return data(refused, refusalInit(refusal));
}

async function remove({ ctx, actor }: Visit, id: string | null, posted: FormData) {
  if (!posted.has(SURE) || id === null) return notSure();
  const { refusal } = await orRefusal(removeZone(ctx, actor, id));
  if (refusal) return notDone(refusal);
  throw redirect('/admin/delivery?done=removed');
}

function inWords({ name, places, methods }: DeliveryZone): [string, string][] {
  return [
    ['Name', name],
    ['Places', places.map(placeInWords).join('. ')],
    ['Ways of delivery', methods.map(methodInWords).join('. ')],
  ];
}

export default function Zone({ loaderData, actionData }: Route.ComponentProps) {
  const { name, version, draft } = loaderData;
  const editorMessage =
    actionData && 'editorMessage' in actionData
      ? (actionData.editorMessage as EditorMessage)
      : null;
  const typed = actionData && 'draft' in actionData ? (actionData as Typed) : null;
  const shown = typed ?? { draft, errors: {}, focus: '', current: null };
  return (
    <div className="px-4 pb-8 lg:px-6">
      <ConsoleHeading
        title={name || 'Add a zone'}
        about={
          <Link to="/admin/delivery" className="link">
            All zones
          </Link>
        }
      />
      {actionData ? null : <DoneNotice words={DONE} />}
      {editorMessage ? <EditorNotice editorMessage={editorMessage} /> : null}
      <div className="grid max-w-3xl gap-4">
        {shown.current ? <ConflictNotice fields={shown.current.fields} /> : null}
        <ZoneForm
          key={`${version} ${JSON.stringify([shown.draft, shown.errors])}`}
          version={shown.current?.version ?? version}
          {...shown}
        />
        {version > 0 ? (
          <Section title="Remove the zone">
            <p className="text-sm text-ink-soft">
              Its addresses are then in the next zone that has them, or the shop does not deliver
              there. Orders keep what they were promised.
            </p>
            <ConfirmedForm
              intent="remove"
              button="Remove zone"
              title={`Remove ${name}?`}
              text="Its addresses are then in the next zone that has them, or the shop does not deliver there."
              look="danger"
            />
          </Section>
        ) : null}
      </div>
    </div>
  );
}
