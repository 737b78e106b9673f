import { Form, useLocation, useNavigation, useSearchParams } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { listParams } from '../../list-window.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

type Deleted = Pick<OrderView, 'id' | 'number' | 'status' | 'name'>;

/** The list that an order is deleted from. */
type From = 'My Orders' | 'All Orders';

/** The order whose deletion the list's address asks to confirm, `?remove=…`. */
export function useOrderToDelete<Order extends Deleted>(orders: Order[]): Order | undefined {
  const [params] = useSearchParams();
  const id = params.get('remove');
  return orders.find((order) => order.id === id);
}

/**
 * Asks before an order is deleted, and says what will happen: in a dialog, or on the page where
 * there is no script.
 */
export function ConfirmDeletion({ order, from }: { order: Deleted | undefined; from: From }) {
  const { pathname, search } = useLocation();
  const [, setParams] = useSearchParams();
  const busy = useNavigation().formMethod === 'POST';
  const without = listParams(search);
  const keep = () => setParams(without, { replace: true, preventScrollReset: true });
  const title = `Delete order ${order?.number ?? ''}?`;
  const consequence = order ? consequenceOf(order, from) : '';
  const deletion = order ? (
    // The response closes the question, whether the deletion succeeds or not.
    <Form method="post" action={`${pathname}?${without}`} replace preventScrollReset>
      <input type="hidden" name="orderId" value={order.id} />
      <input type="hidden" name="shown" value={order.status} />
      <Button look="danger" name="intent" value="delete" pending={busy}>
        Delete
      </Button>
    </Form>
  ) : null;
  return (
    <>
      {order ? (
        <section
          aria-label="Confirmation"
          className="mb-8 hidden rounded-panel bg-danger-tint p-6 scriptless:block"
        >
          <h2 className="text-heading">{title}</h2>
          <p className="mt-2 mb-5">{consequence}</p>
          <div className="flex flex-wrap gap-3">
            {deletion}
            <ButtonLink to={`?${without}`}>Keep it</ButtonLink>
          </div>
        </section>
      ) : null}
      <ConfirmDialog
        open={order !== undefined}
        onClose={keep}
        title={title}
        description={consequence}
      >
        <Button type="button" onClick={keep}>
          Keep it
        </Button>
        {deletion}
      </ConfirmDialog>
    </>
  );
}

function consequenceOf({ status, name }: Deleted, from: From): string {
  const isStaff = from === 'All Orders';
  switch (status) {
    case 'pending':
      return isStaff
        ? `This order is not paid yet. It will be cancelled, its items go back on sale, and ${name} gets an email about it.`
        : "This order is not paid yet. It will be cancelled, and its items go back on sale. You will find it under 'Cancelled'.";
    case 'paid':
      return isStaff
        ? "This order is paid. It leaves All Orders and can be found under 'Deleted'. Nothing is refunded."
        : "This order is paid. It leaves My Orders but stays in the shop's records. Nothing is refunded.";
    case 'cancelled':
      return isStaff
        ? "This order is already cancelled. It leaves All Orders and can be found under 'Deleted'."
        : "This order is already cancelled. It leaves this list and stays under 'Cancelled'.";
  }
}
