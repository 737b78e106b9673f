import { carrierNames } from '#features/fulfillment/fulfillment.ts';
import { paymentStatusOf } from '#features/orders/lists/payment-status.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { getOrder, listOrderTags, listTimeline } from '#features/orders/orders.ts';
import { formatTime } from '#shared/dates.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { DENSE_BUTTON } from '../../components/console/dense.ts';
import {
  FulfillmentLabel,
  PaymentLabel,
  ReturnLabel,
} from '../../components/console/order-status.tsx';
import { StatusLabel } from '../../components/console/status-label.tsx';
import { TypedGuard } from '../../components/console/typed-guard.tsx';
import { useLastResult } from '../../components/console/use-last-result.ts';
import { DocumentLinks } from '../../components/order/document-links.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { partsForStaff } from '../../components/return/returnable-parts.ts';
import { orErrorPage, readForm, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import type { Route } from './+types/order.ts';
import { CancelForm } from './order/cancel-form.tsx';
import { changeOrder } from './order/change-order.ts';
import { FulfillForm } from './order/fulfill-form.tsx';
import { HoldForm } from './order/hold-form.tsx';
import { OrderFacts } from './order/order-facts.tsx';
import { OrderForms } from './order/order-forms.tsx';
import { OrderMoney } from './order/order-money.tsx';
import { OrderNotice } from './order/order-notice.tsx';
import { OrderQuestion } from './order/order-question.tsx';
import { Parcels } from './order/parcels.tsx';
import { RefundButton, RefundForm } from './order/refund-form.tsx';
import { RestoreForm } from './order/restore-form.tsx';
import { RecordReturn } from './order/return/record-return.tsx';
import { Returns } from './order/returns.tsx';
import { TagForm } from './order/tag-form.tsx';
import { Timeline } from './order/timeline.tsx';
import { UnpaidForm } from './order/unpaid-form.tsx';

export const meta = ({ loaderData }: Route.MetaArgs) =>
  privatePage(loaderData ? `Order ${loaderData.order.number}` : 'Order', 'An order of a customer.');

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor } = visit;
  const [order, timeline, tagsInUse] = await orErrorPage(
    Promise.all([
      getOrder(ctx, actor, params.id),
      listTimeline(ctx, actor, params.id),
      listOrderTags(ctx, actor),
    ]),
  );
  return {
    order,
    timeline,
    tagsInUse,
    returnable: await partsForStaff(ctx, order),
    carriers: carrierNames(ctx.shop),
    takesReturns: ctx.shop.returns.days > 0,
    // A form that starts anew gets it. Repeats under it count once.
    key: crypto.randomUUID(),
  };
}

/**
 * Handles the forms of the page: payments outside of the shop, parcels, which are also taken back,
 * tracking, delivery, cancellations, refunds, holds, returns, tags, comments and restoring.
 */
export async function action({ params, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  return changeOrder(visit, params.id, await readForm(context));
}

export { afterEveryForm as shouldRevalidate } from '../../components/order/after-every-form.ts';

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const { order, timeline, tagsInUse, returnable, carriers, takesReturns, key } = loaderData;
  const result = useLastResult(actionData);
  return (
    <OrderForms key={order.id} result={result}>
      <div className="px-4 pb-8 lg:px-6">
        <TypedGuard />
        <p className="pt-4 text-sm">
          <Link to="/admin/orders" className="link">
            Orders
          </Link>
        </p>
        <OrderHeading order={order} requestKey={key} />
        <OrderNotice order={order} refused={result?.message} requestKey={key} />
        <OrderQuestion order={order} question={result?.question} kept={result?.kept} />
        {/* What is to be done comes first, then what was bought; it is read as it is seen. */}
        <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="min-w-0 space-y-8">
            <UnpaidForm order={order} requestKey={key} />
            <FulfillForm order={order} carriers={carriers} requestKey={key} />
            <CancelForm order={order} requestKey={key} />
            <Returns {...{ order, carriers }} areOpen requestKey={key} />
            <OrderMoney order={order} />
            <RefundForm order={order} requestKey={key} />
            <Parcels {...{ order, carriers, takesReturns }} />
            <Returns {...{ order, carriers }} areOpen={false} requestKey={key} />
            <RecordReturn order={order} parts={returnable} />
          </div>
          <div className="min-w-0 space-y-8">
            <OrderFacts order={order} />
            <div className="text-sm empty:hidden">
              <DocumentLinks documents={order.documents} />
            </div>
            <TagForm order={order} tagsInUse={tagsInUse} requestKey={key} />
            <HoldForm order={order} requestKey={key} />
          </div>
          <div className="min-w-0 lg:col-span-2">
            <Timeline entries={timeline} version={order.version} requestKey={key} />
          </div>
        </div>
      </div>
    </OrderForms>
  );
}

/** The order's number, its statuses, and the actions for the whole order. */
function OrderHeading({ order, requestKey }: { order: OrderView; requestKey: string }) {
  const isCancelled = order.status === 'cancelled';
  return (
    <ConsoleHeading
      title={`Order ${order.number}`}
      about={
        <span className="flex flex-wrap items-center gap-2">
          <time dateTime={order.createdAt}>{formatTime(order.createdAt)}</time>
          <PaymentLabel status={paymentStatusOf(order)} />
          {isCancelled ? null : <FulfillmentLabel status={order.fulfillmentStatus} />}
          {order.returnStatus === 'none' ? null : <ReturnLabel status={order.returnStatus} />}
          {order.archivedAt ? <StatusLabel look="stopped">Deleted</StatusLabel> : null}
        </span>
      }
    >
      <RestoreForm order={order} requestKey={requestKey} />
      {isCancelled || order.fulfillmentStatus === 'cancelled' ? null : (
        <ButtonLink
          to={`/admin/orders/print?what=slips&order=${order.id}`}
          className={DENSE_BUTTON}
        >
          Packing slip
        </ButtonLink>
      )}
      <RefundButton order={order} />
    </ConsoleHeading>
  );
}
