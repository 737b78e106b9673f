import { data } from 'react-router';
import {
  addZone,
  editZone,
  getZone,
  methodInWords,
  placeInWords,
  removeZone,
} from '#features/delivery/delivery.ts';
import type { DeliveryZone } from '#features/delivery-settings.ts';
import { SURE } from '../../components/console/confirmed-form.tsx';
import {
  notSure,
  refuseDraft,
  removeRecord,
} from '../../components/console/editor/editor-action.ts';
import { EditorPage } from '../../components/console/editor/editor-page.tsx';
import {
  type PartsInWords,
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
import type { Route } from './+types/delivery-zone.ts';
import { deliveryNotices } from './delivery/delivery-notices.ts';
import { draftOf, readDraft, readZone } from './delivery/zone-draft.ts';
import type { ZoneDraft } from './delivery/zone-fields.ts';
import { ZoneForm } from './delivery/zone-form.tsx';

const LIST = '/admin/delivery';

export const meta = ({ loaderData }: Route.MetaArgs) =>
  privatePage(
    loaderData?.name || 'Add a zone',
    'Where a zone is, and how the shop delivers there.',
  );

export const handle = { keys: saveKeys };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const id = savedId(params.id);
  const zone = id === null ? null : await orErrorPage(getZone(visit.ctx, visit.actor, id));
  return { name: zone?.name ?? '', version: zone?.version ?? 0, draft: draftOf(zone) };
}

export async function action({ params, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const posted = await readForm(context);
  const id = savedId(params.id);
  const intent = String(posted.get('intent') ?? '');
  if (intent === 'remove') {
    if (!posted.has(SURE) || id === null) return notSure();
    return removeRecord(LIST, deliveryNotices, removeZone(ctx, actor, id));
  }
  const version = postedVersion(posted);
  const typed = { ...readDraft(posted, intent), errors: {}, version, conflict: null };
  return intent === 'save' ? save(visit, id, typed) : data<RefusedDraft<ZoneDraft>>(typed);
}

async function save({ ctx, actor }: Visit, id: string | null, typed: RefusedDraft<ZoneDraft>) {
  const { zone, errors } = readZone(typed.draft);
  if (!zone) return data<RefusedDraft<ZoneDraft>>({ ...typed, errors }, 422);
  const { version } = typed;
  const { value, refusal } = await orRefusal(
    id === null ? addZone(ctx, actor, zone) : editZone(ctx, actor, id, { version, changes: zone }),
  );
  if (!refusal) {
    const done = id === null ? 'record-added' : 'record-saved';
    throw redirectWithNotice(`${LIST}/${value.id}`, deliveryNotices, done);
  }
  const { current } = refusal.details as { current?: DeliveryZone };
  const theirs = current ? { version: current.version, inWords: inWords(current) } : null;
  return refuseDraft(typed, refusal, theirs);
}

function inWords({ name, places, methods }: DeliveryZone): PartsInWords {
  return [
    ['Name', name],
    ['Places', places.map(placeInWords).join('. ')],
    ['Ways of delivery', methods.map(methodInWords).join('. ')],
  ];
}

export default function Zone({ loaderData, actionData }: Route.ComponentProps) {
  const { name, version, draft } = loaderData;
  const refused = useRefusedDraft<ZoneDraft>(actionData);
  return (
    <EditorPage
      title={name || 'Add a zone'}
      list={LIST}
      all="zones"
      notices={deliveryNotices}
      result={actionData}
    >
      <ZoneForm
        key={JSON.stringify(refused ?? [version, draft])}
        {...{ draft, refused, version }}
      />
      {version > 0 ? (
        <Removal
          thing="zone"
          name={name}
          text="Its addresses are then in the next zone that has them, or the shop does not deliver there. Orders keep what they were promised."
        />
      ) : null}
    </EditorPage>
  );
}
