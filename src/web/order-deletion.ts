import { undoDeletion } from '#features/checkout/checkout.ts';
import { deleteOrder, type OrderStatus } from '#features/orders/orders.ts';
import { orderNotices } from './components/page/order-notices.ts';
import type { NoticeName } from './notices.ts';
import { respondToListChange } from './posted-form.ts';
import type { Visit } from './shop-context.ts';

const statuses: OrderStatus[] = ['pending', 'paid', 'cancelled'];

/**
 * Deletes the order that a list's form names, if it is still as the person saw it, or undoes that.
 * The notice of a deletion offers Undo.
 */
export function respondToDeletion(
  { ctx, actor }: Visit,
  url: URL,
  form: FormData,
  notices: Record<'cancelled' | 'deleted', NoticeName<typeof orderNotices>>,
) {
  const orderId = String(form.get('orderId') ?? '');
  if (form.get('intent') === 'undo') {
    return respondToListChange(
      undoDeletion(ctx, actor, orderId, { onlyMyOrders: form.get('only') === 'myOrders' }),
      url,
      orderNotices,
      ({ placedAgain }) => (placedAgain ? 'order-placed-again' : 'order-undone'),
    );
  }
  const shown = statuses.find((status) => status === form.get('shown'));
  const deletion = deleteOrder(ctx, actor, orderId, shown ? { shown } : {});
  const notice = shown === 'pending' ? notices.cancelled : notices.deleted;
  return respondToListChange(deletion, url, orderNotices, notice, { undo: orderId });
}
