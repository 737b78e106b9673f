import { useId } from 'react';
import { Form, useLocation, useNavigation } from 'react-router';
import { counted } from '#shared/counted.ts';
import { CarrierField } from '../../../components/console/tracking-fields.tsx';
import { orderValue } from '../../../staff-order-address.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Question, useReturnedQuestion } from '../../../ui/question.tsx';
import type { OrdersQuestion } from './change-orders.ts';

/** Asks before several orders are fulfilled: in a dialog, or on the page without script. */
export function FulfillQuestion({
  question,
  carriers,
}: {
  question: OrdersQuestion | undefined;
  carriers: string[];
}) {
  const { shown, isOpen, close } = useReturnedQuestion(question);
  const { search } = useLocation();
  if (!shown) return null;
  return (
    <Question
      isOpen={isOpen}
      title={`Ship ${counted(shown.orders.length, 'order')}?`}
      text="All that is left of each becomes one parcel, and each customer gets an email. Orders without an address are left out, unless they are picked up."
      keep={null}
      keepLink={search || '?'}
      onKeep={close}
      look="plain"
    >
      <FulfillAll question={shown} carriers={carriers} keepLink={search || '?'} onCancel={close} />
    </Question>
  );
}

/** The form that fulfills them. */
function FulfillAll({
  question,
  carriers,
  keepLink,
  onCancel,
}: {
  question: OrdersQuestion;
  carriers: string[];
  keepLink: string;
  onCancel: () => void;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'fulfill';
  return (
    <Form method="post" preventScrollReset className="w-full">
      <input type="hidden" name="intent" value="fulfill" />
      <input type="hidden" name="key" value={question.key} />
      {question.orders.map((order) => (
        <input key={order.id} type="hidden" name="order" value={orderValue(order)} />
      ))}
      <CarrierField id={useId()} carriers={carriers} />
      <div className="mt-6 flex flex-wrap items-center justify-end gap-3">
        <Button type="button" onClick={onCancel} className="scriptless:hidden">
          Cancel
        </Button>
        <Link to={keepLink} className="link hidden scriptless:block">
          Cancel
        </Link>
        <Button look="solid" pending={isBusy}>
          Ship them
        </Button>
      </div>
    </Form>
  );
}
