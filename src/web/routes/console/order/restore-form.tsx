import { Form, useNavigation } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { Button } from '../../../ui/button.tsx';

/** Moves an order that staff deleted, or that was cancelled by deleting it, back into the lists. */
export function RestoreForm({ order, requestKey }: { order: OrderView; requestKey: string }) {
  const isBusy = useNavigation().formData?.get('intent') === 'restore';
  if (!order.archivedAt) return null;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="key" value={requestKey} />
      <input type="hidden" name="version" value={order.version} />
      <Button
        look="solid"
        name="intent"
        value="restore"
        pending={isBusy}
        className={`px-3 ${DENSE_BUTTON}`}
      >
        Restore
      </Button>
    </Form>
  );
}
