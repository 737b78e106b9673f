import { Form, useLocation, useNavigation } from 'react-router';
import { counted } from '#shared/counted.ts';
import { orderValue } from '../../../staff-order-address.ts';
import { Button } from '../../../ui/button.tsx';
import { Question, useReturnedQuestion } from '../../../ui/question.tsx';
import type { DeliveryQuestion as Asked } from './change-orders.ts';

/**
 * Asks before the parcels of several orders are marked as delivered: in a dialog, or on the page
 * without script.
 */
export function DeliveryQuestion({
  question,
  takesReturns,
}: {
  question: Asked | undefined;
  /** Whether customers of the shop can return items. */
  takesReturns: boolean;
}) {
  const { shown, isOpen, close } = useReturnedQuestion(question);
  const { search } = useLocation();
  const isBusy = useNavigation().formData?.get('intent') === 'deliver';
  if (!shown) return null;
  const { orders, parcels } = shown;
  return (
    <Question
      isOpen={isOpen}
      title={`Mark ${counted(parcels, 'parcel')} as delivered?`}
      text={[
        `All that is on the way of ${counted(orders.length, 'order')}.`,
        'Customers get an email for each parcel.',
        takesReturns && 'They can return its items from then on.',
      ]
        .filter(Boolean)
        .join(' ')}
      keepLink={search || '?'}
      onKeep={close}
      look="plain"
    >
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="deliver" />
        {orders.map((order) => (
          <input key={order.id} type="hidden" name="order" value={orderValue(order)} />
        ))}
        <Button look="solid" pending={isBusy}>
          Mark them
        </Button>
      </Form>
    </Question>
  );
}
