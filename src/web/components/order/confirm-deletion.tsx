import { Form, useLocation, useNavigation, useSearchParams } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { listParams } from '../../pagination.ts';
import { Button } from '../../ui/button.tsx';
import { Question } from '../../ui/question.tsx';
import { deletionConsequence, type ListWithDeletion } from './deletion-consequence.ts';

type Deleted = Pick<
  OrderView,
  'id' | 'number' | 'status' | 'name' | 'fulfillmentStatus' | 'payment' | 'delivery'
>;

/** The order whose deletion the list's address asks to confirm, `?remove=…`. */
export function useOrderToDelete<Order extends Deleted>(orders: Order[]): Order | undefined {
  const [params] = useSearchParams();
  const id = params.get('remove');
  return orders.find((order) => order.id === id);
}

/** Asks before an order is deleted, and says what will happen. */
export function ConfirmDeletion({
  order,
  from,
}: {
  order: Deleted | undefined;
  from: ListWithDeletion;
}) {
  const { pathname, search } = useLocation();
  const [, setParams] = useSearchParams();
  const busy = useNavigation().formMethod === 'POST';
  const without = listParams(search);
  const keep = () => setParams(without, { replace: true, preventScrollReset: true });
  const title = `Delete order ${order?.number ?? ''}?`;
  const text = order ? deletionConsequence(order, from) : '';
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
    <Question
      isOpen={order !== undefined}
      title={title}
      text={text}
      keep="Keep it"
      keepLink={`?${without}`}
      onKeep={keep}
    >
      {deletion}
    </Question>
  );
}
