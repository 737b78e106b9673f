import { redirect } from 'react-router';
import { buyAgain } from '#features/checkout/checkout.ts';
import { cancelOwnOrder } from '#features/fulfillment/fulfillment.ts';
import {
  deleteOrder,
  extendOwnHolds,
  takeOverGuestOrders,
  viewOwnOrder,
} from '#features/orders/orders.ts';
import { requireUser } from '#features/permissions.ts';
import { AppError } from '#shared/errors.ts';
import { orderNotices } from '../../../components/page/order-notices.ts';
import { sharedNotices } from '../../../components/page/shared-notices.ts';
import { withNotice } from '../../../notices.ts';
import { refuse } from '../../../posted-form.ts';
import { orRefusal } from '../../../respond.ts';
import type { Visit } from '../../../shop-context.ts';
import { cancellationNotices } from './cancellation-notices.ts';
import { guestNotices } from './guest-notices.ts';

/** Does what a form of the page asks for. Redirects, or returns the message of a refusal. */
export async function changeOwnOrder(visit: Visit, orderId: string, form: FormData) {
  const { value, refusal } = await orRefusal(change(visit, orderId, form));
  if (refusal) return refuse(refusal);
  throw redirect(value);
}

/** Returns the address of the page that shows the result. */
async function change(visit: Visit, orderId: string, form: FormData): Promise<string> {
  const { ctx, actor } = visit;
  const page = `/myOrders/${orderId}`;
  switch (form.get('intent')) {
    case 'again': {
      const found = await buyAgain(ctx, actor, orderId);
      if (found === 'none') {
        throw new AppError('out_of_stock', 'None of these items can be bought at the moment.');
      }
      visit.keepCartCookie();
      if (found === 'all') return '/shoppingCart';
      return withNotice('/shoppingCart', sharedNotices, 'added-fewer');
    }
    case 'cancel-pending': {
      const { isGuest } = await viewOwnOrder(ctx, actor, orderId);
      await deleteOrder(ctx, actor, orderId, { shown: 'pending' });
      if (isGuest) return withNotice(page, guestNotices, 'guest-order-cancelled');
      // The order leaves My Orders, where the deletion can be undone.
      return withNotice('/myOrders', orderNotices, 'order-cancelled', { undo: orderId });
    }
    case 'cancel-paid': {
      const { refund } = await cancelOwnOrder(ctx, actor, orderId);
      return withNotice(page, cancellationNotices, `cancelled-${refund}`);
    }
    case 'take-over':
      await takeOverGuestOrders(ctx, requireUser(actor).id, { withUnpaid: true });
      await extendOwnHolds(ctx, actor);
      return withNotice(page, guestNotices, 'order-taken-over');
    default:
      throw new AppError('invalid_request', 'Please reload the page and try again.');
  }
}
