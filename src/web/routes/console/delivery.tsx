import { data, redirect } from 'react-router';
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
import { DoneNotice } from '../../components/console/done-notice.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { orErrorPage, orRefusal, readForm, refusalInit, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import type { Route } from './+types/delivery.ts';
import { DONE } from './delivery/done.ts';
import { readTimes, type TimesDraft } from './delivery/read-times.ts';
import { TimesForm } from './delivery/times-form.tsx';
import { TryAddress } from './delivery/try-address.tsx';
import { tryTyped } from './delivery/try-typed.ts';
import { ZoneList } from './delivery/zone-list.tsx';
import { respondToOrder } from './sections/respond-to-order.ts';
import { postedVersion } from './sections/section-form.ts';

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
  const { draft, parsed } = readTimes(posted);
  if (!parsed.success) {
    const message = parsed.error.issues[0]?.message ?? 'This is not valid.';
    return data<Refused>({ times: draft, message }, 422);
  }
  const version = postedVersion(posted);
  const { refusal } = await orRefusal(editTimes(ctx, actor, { version, times: parsed.data }));
  if (!refusal) throw redirect('/admin/delivery?done=times');
  return data<Refused>({ times: draft, message: refusal.message }, refusalInit(refusal));
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
      {actionData ? null : <DoneNotice words={DONE} />}
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
