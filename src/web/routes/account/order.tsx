import { mayCheckOut } from '#features/checkout/checkout.ts';
import { isCancellableByOwner } from '#features/fulfillment/fulfillment.ts';
import { viewOwnOrderPage } from '#features/orders/orders.ts';
import { isReturnable } from '#features/returns/returns.ts';
import { Day } from '../../components/day.tsx';
import { AddressLines } from '../../components/order/address-lines.tsx';
import { DeliveryPromise } from '../../components/order/delivery-promise.tsx';
import { DocumentLinks } from '../../components/order/document-links.tsx';
import { MissingAddress } from '../../components/order/missing-address.tsx';
import { OrderProgress } from '../../components/order/order-progress.tsx';
import { orderTitleId } from '../../components/order/order-title-id.ts';
import { addressNotices } from '../../components/page/address-notices.ts';
import type { NoticeHandle } from '../../components/page/page-notice.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { requireCustomerOf } from '../../guest-guards.ts';
import { orErrorPage, readForm } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import type { Route } from './+types/order.ts';
import { cancellationNotices } from './order/cancellation-notices.ts';
import { changeOwnOrder } from './order/change-own-order.ts';
import { ConfirmCancellation } from './order/confirm-cancellation.tsx';
import { DeletedOrder } from './order/deleted-order.tsx';
import { guestNotices } from './order/guest-notices.ts';
import { accountState, MakeAccount } from './order/make-account.tsx';
import { OrderActions } from './order/order-actions.tsx';
import { OrderLines } from './order/order-lines.tsx';
import { OrderSums } from './order/order-sums.tsx';

export const handle: NoticeHandle = {
  notices: {
    ...addressNotices,
    ...cancellationNotices,
    ...guestNotices,
  },
};

export const meta = () => privatePage('Order', 'What you ordered, and how far it is.');

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  await requireCustomerOf(visit, url, params.orderId);
  const { ctx, actor } = visit;
  const { order, isDeleted } = await orErrorPage(viewOwnOrderPage(ctx, actor, params.orderId));
  const mayChange = !isDeleted && order.status === 'pending' && mayCheckOut(ctx, actor);
  const mayCancel = !isDeleted && (order.status === 'pending' || isCancellableByOwner(ctx, order));
  return {
    order,
    isDeleted,
    mayChange,
    mayCancel,
    mayReturn: isReturnable(ctx, order),
    account: order.isGuest ? accountState(actor, order) : null,
  };
}

/**
 * Cancels the order, puts its items into the cart once more, or moves a guest's order into the
 * account.
 */
export async function action({ params, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  await requireCustomerOf(visit, url, params.orderId);
  return changeOwnOrder(visit, params.orderId, await readForm(context));
}

export { afterConflicts as shouldRevalidate } from '../../revalidation.ts';

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const { order, isDeleted, account, ...may } = loaderData;
  const titleId = orderTitleId(order.id);
  return (
    <div className="page-width pb-section">
      <PageHeading title={`Order ${order.number}`} titleId={titleId}>
        Placed on <Day iso={order.createdAt} />
        {order.status === 'cancelled' ? '. This order was cancelled.' : null}
      </PageHeading>
      {actionData ? (
        <Notice tone="danger" className="mb-6">
          {actionData.message}
        </Notice>
      ) : null}
      {isDeleted && order.status === 'paid' ? (
        <DeletedOrder order={order} mayReturn={may.mayReturn} />
      ) : null}
      <ConfirmCancellation order={order} mayCancel={may.mayCancel} />
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-16">
        <div className="space-y-8">
          <OrderProgress order={order} />
          <OrderLines {...{ order, isDeleted }} />
        </div>
        <div className="h-fit space-y-8 rounded-panel bg-tint p-6">
          <OrderSums order={order} />
          {isDeleted ? null : <DocumentLinks documents={order.documents} />}
          <Destination {...{ order, isDeleted, titleId }} />
          {isDeleted ? null : <OrderActions {...{ order, account, titleId }} {...may} />}
        </div>
      </div>
      {account ? (
        <MakeAccount order={order} state={account} />
      ) : (
        <p className="mt-10 print:hidden">
          <Link to="/myOrders" className="link font-semibold">
            Back to My Orders
          </Link>
        </p>
      )}
    </div>
  );
}

function Destination({
  order,
  isDeleted,
  titleId,
}: Pick<Route.ComponentProps['loaderData'], 'order' | 'isDeleted'> & { titleId: string }) {
  const { address, billingAddress, delivery, city, zip } = order;
  return (
    <section aria-labelledby="destination-title">
      <h2 id="destination-title" className="mb-2 font-sans text-base font-semibold">
        Delivery
      </h2>
      {delivery ? (
        <div className="mb-3">
          <DeliveryPromise delivery={delivery} order={order} />
        </div>
      ) : null}
      {address ? (
        <AddressLines address={address} />
      ) : (
        <p>{[city, zip].filter(Boolean).join(' ')}</p>
      )}
      {isDeleted ? null : <MissingAddress order={order} titleId={titleId} />}
      {billingAddress ? (
        <>
          <h3 className="mt-5 mb-1 font-sans text-base font-semibold">Bill to</h3>
          <AddressLines address={billingAddress} />
        </>
      ) : null}
    </section>
  );
}
