import { undoDeletion } from '#features/checkout/checkout.ts';
import { deleteOrder, type OrderStatus } from '#features/orders/orders.ts';
import { respondToListChange } from './respond.ts';
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
  notices: { cancelled: string; deleted: string },
) {
  const orderId = String(form.get('orderId') ?? '');
  if (form.get('intent') === 'undo') {
    return respondToListChange(undoDeletion(ctx, actor, orderId), url, ({ placedAgain }) => ({
      notice: placedAgain ? 'order-placed-again' : 'order-undone',
    }));
  }
  const shown = statuses.find((status) => status === form.get('shown'));
  const notice = shown === 'pending' ? notices.cancelled : notices.deleted;
  return respondToListChange(deleteOrder(ctx, actor, orderId, shown ? { shown } : {}), url, () => ({
    notice,
    undo: orderId,
  }));
}
