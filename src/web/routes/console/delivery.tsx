import { timesInput } from '#features/delivery/delivery.schema.ts';
import {
  clockOf,
  editTimes,
  getDeliverySettings,
  methodInWords,
  placeInWords,
  reorderZones,
} from '#features/delivery/delivery.ts';
import { counted } from '#shared/counted.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON } from '../../components/console/dense.ts';
import { postedVersion } from '../../components/console/editor/posted.ts';
import { RedirectNotice } from '../../components/console/redirect-notice.tsx';
import { respondToOrder } from '../../components/console/row-order/respond-to-order.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { redirectWithNotice } from '../../notices.ts';
import { parseFields, refuse } from '../../posted-form.ts';
import { orErrorPage, orRefusal, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import type { Route } from './+types/delivery.ts';
import { deliveryNotices } from './delivery/delivery-notices.ts';
import { readTimes, type TimesDraft } from './delivery/read-times.ts';
import { TimesForm } from './delivery/times-form.tsx';
import { TryAddress } from './delivery/try-address.tsx';
import { tryTyped } from './delivery/try-typed.ts';
import { ZoneList } from './delivery/zone-list.tsx';

export const meta = () => privatePage('Delivery', 'Where the shop delivers to, and how.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const { zones, times } = await orErrorPage(getDeliverySettings(ctx, actor));
  const rows = zones.map(({ id, name, places, methods }) => ({
    ...{ id, name },
    places: places.map(placeInWords),
    methods: methods.map(methodInWords),
  }));
  const { cutOffMinute, ...days } = times;
  return {
    rows,
    times: { ...days, cutOff: clockOf(cutOffMinute) },
    timeZone: ctx.shop.timeZone,
    tried: await orErrorPage(tryTyped(ctx, url.searchParams)),
  };
}

/** Why the working times were refused, and the typed values. */
type Refused = { times: TimesDraft; message: string };

export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const posted = await readForm(context);
  if (posted.get('intent') !== 'times') {
    return respondToOrder(
      posted,
      url,
      async () => (await getDeliverySettings(ctx, actor)).zones,
      (ids) => reorderZones(ctx, actor, ids),
    );
  }
  const draft = readTimes(posted);
  const save = async () => {
    const times = parseFields(timesInput, draft);
    await editTimes(ctx, actor, { version: postedVersion(posted), times });
  };
  const { refusal } = await orRefusal(save());
  if (!refusal) throw redirectWithNotice('/admin/delivery', deliveryNotices, 'times-saved');
  return refuse(refusal, { times: draft });
}

export { afterConflicts as shouldRevalidate } from '../../revalidation.ts';

export default function Delivery({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, times, timeZone, tried } = loaderData;
  const refused = actionData && 'times' in actionData ? (actionData as Refused) : null;
  return (
    <div className="px-4 pb-8 lg:px-6">
      <ConsoleHeading
        title="Delivery"
        about={`${counted(rows.length, 'zone')}. The first one that an address is in applies.`}
      >
        <ButtonLink look="accent" to="/admin/delivery/new" className={DENSE_BUTTON}>
          Add zone
        </ButtonLink>
      </ConsoleHeading>
      {actionData ? null : <RedirectNotice notices={deliveryNotices} />}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <ZoneList rows={rows} />
        <div className="grid gap-4">
          <TryAddress tried={tried} />
          <TimesForm
            key={times.version}
            version={times.version}
            saved={times}
            timeZone={timeZone}
            refused={refused}
          />
        </div>
      </div>
    </div>
  );
}
