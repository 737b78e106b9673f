import { Link, useLocation } from 'react-router';
import { carrierNames } from '#features/fulfillment/fulfillment.ts';
import { getOrder, listTimeline } from '#features/orders/orders.ts';
import { paymentStatusOf } from '#features/orders/payment-status.schema.ts';
import { formatTime } from '#shared/dates.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON } from '../../components/console/dense.ts';
import { FulfillmentLabel, PaymentLabel } from '../../components/console/order-status.tsx';
import { addressNotices } from '../../components/page/address-notices.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { staffNotices } from '../../components/page/staff-notices.ts';
import { orErrorPage, readForm, requireAdminPage } from '../../respond.ts';
import { afterConflicts } from '../../revalidation.ts';
import { visitOf } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/order.ts';
import { CancelForm } from './order/cancel-form.tsx';
import { changeOrder } from './order/change-order.ts';
import { FulfillForm } from './order/fulfill-form.tsx';
import { HoldForm } from './order/hold-form.tsx';
import { OrderFacts } from './order/order-facts.tsx';
import { OrderMoney } from './order/order-money.tsx';
import { Parcels } from './order/parcels.tsx';
import { Timeline } from './order/timeline.tsx';

export const meta = ({ loaderData }: Route.MetaArgs) =>
  privatePage(loaderData ? `Order ${loaderData.order.number}` : 'Order', 'An order of a customer.');

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const [order, timeline] = await orErrorPage(
    Promise.all([getOrder(ctx, actor, params.id), listTimeline(ctx, actor, params.id)]),
  );
  // The key makes repeated posts of this page one parcel.
  return { order, timeline, carriers: carrierNames(ctx.shop), key: crypto.randomUUID() };
}

/** Sends a parcel, corrects its tracking, marks it as delivered, cancels units, holds the order, or releases it. */
export async function action({ params, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  return changeOrder(visit, params.id, await readForm(context));
}

export const shouldRevalidate = afterConflicts;

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const { order, timeline, carriers, key } = loaderData;
  const isCancelled = order.status === 'cancelled';
  return (
    <div className="px-4 pb-8 lg:px-6">
      <p className="pt-4 text-sm">
        <Link to="/admin/orders" className="link">
          Orders
        </Link>
      </p>
      <ConsoleHeading
        title={`Order ${order.number}`}
        about={
          <span className="flex flex-wrap items-center gap-2">
            <time dateTime={order.createdAt}>{formatTime(order.createdAt)}</time>
            <PaymentLabel status={paymentStatusOf(order)} />
            {isCancelled ? null : <FulfillmentLabel status={order.fulfillmentStatus} />}
          </span>
        }
      >
        {isCancelled || order.fulfillmentStatus === 'cancelled' ? null : (
          <ButtonLink
            to={`/admin/orders/print?what=slips&order=${order.id}`}
            className={DENSE_BUTTON}
          >
            Packing slip
          </ButtonLink>
        )}
        {order.payment?.refundableMinor ? (
          <ButtonLink to={`/refundOrder/${order.id}?back=order`} className={DENSE_BUTTON}>
            Refund
          </ButtonLink>
        ) : null}
      </ConsoleHeading>
      <Said refused={actionData?.message} />
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <div className="min-w-0 space-y-8 empty:hidden">
          <FulfillForm order={order} carriers={carriers} requestKey={key} />
          <CancelForm order={order} requestKey={key} />
          <Parcels order={order} carriers={carriers} />
        </div>
        {/* On a phone it comes before what was paid. */}
        <div className="min-w-0 space-y-8 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <OrderFacts order={order} />
          <HoldForm order={order} requestKey={key} />
        </div>
        <div className="min-w-0 space-y-8 lg:col-start-1">
          <OrderMoney order={order} />
          <Timeline entries={timeline} />
        </div>
      </div>
    </div>
  );
}

const notices = {
  ...staffNotices,
  ...addressNotices,
  fulfilled: { tone: 'success', text: 'The parcel is recorded, and the customer gets an email.' },
  delivered: { tone: 'success', text: 'The parcel is marked as delivered.' },
  tracked: {
    tone: 'success',
    text: 'The tracking is corrected. The customer sees it in My Orders.',
  },
  cancelled: {
    tone: 'success',
    text: 'The items are cancelled, and the customer gets an email.',
  },
  'cancelled-refund-waits': {
    tone: 'info',
    text: 'The items are cancelled. The card provider was not reached, so the refund is made later.',
  },
  'cancelled-refund-refused': {
    tone: 'danger',
    text: "The items are cancelled. The card provider refused the refund: see 'Payment problems'.",
  },
  held: { tone: 'success', text: 'The order is on hold.' },
  released: { tone: 'success', text: 'The order can be shipped again.' },
} as const;

/** What a form of this page did, or why it was refused. */
function Said({ refused }: { refused: string | undefined }) {
  const name = new URLSearchParams(useLocation().search).get('notice') ?? '';
  const notice = Object.hasOwn(notices, name) ? notices[name as keyof typeof notices] : null;
  if (refused) {
    return (
      <Notice tone="danger" className="mb-4">
        {refused}
      </Notice>
    );
  }
  if (!notice) return null;
  return (
    <Notice tone={notice.tone} className="mb-4">
      {notice.text}
    </Notice>
  );
}
