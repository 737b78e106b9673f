import { useEffect, useState } from 'react';
import { Form, Link, useLocation, useNavigation } from 'react-router';
import { counted } from '#shared/counted.ts';
import { CarrierField } from '../../../components/console/tracking-fields.tsx';
import { orderValue } from '../../../staff-order-address.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { OrdersQuestion } from './change-orders.ts';

/** Asks before several orders are fulfilled: in a dialog, or on the page without script. */
export function FulfillQuestion({
  question,
  carriers,
}: {
  question: OrdersQuestion | undefined;
  carriers: string[];
}) {
  const [closed, setClosed] = useState<OrdersQuestion | undefined>();
  // Stays while the dialog closes.
  const [last, setLast] = useState(question);
  useEffect(() => {
    if (question) setLast(question);
  }, [question]);
  const shown = question ?? last;
  if (!shown) return null;
  const title = `Fulfill ${counted(shown.orders.length, 'order')}?`;
  const about = 'All that is left of each becomes one parcel, and each customer gets an email.';
  const close = () => setClosed(question);
  const form = (id: string) => (
    <FulfillAll id={id} question={shown} carriers={carriers} onCancel={close} />
  );
  return (
    <>
      {question ? (
        <section
          aria-label="Confirmation"
          className="mb-4 hidden rounded-panel bg-tint p-4 scriptless:block"
        >
          <h2 className="font-sans text-heading font-semibold">{title}</h2>
          <p className="mt-2 mb-4">{about}</p>
          {form('carrier-of-all')}
        </section>
      ) : null}
      <ConfirmDialog
        open={question !== undefined && closed !== question}
        onClose={close}
        title={title}
        description={about}
      >
        {form('carrier')}
      </ConfirmDialog>
    </>
  );
}

/** The form that fulfills them. */
function FulfillAll({
  id,
  question,
  carriers,
  onCancel,
}: {
  /** Of the field for the carrier. */
  id: string;
  question: OrdersQuestion;
  carriers: string[];
  onCancel: () => void;
}) {
  const { search } = useLocation();
  const isBusy = useNavigation().formMethod === 'POST';
  return (
    <Form method="post" preventScrollReset className="w-full">
      <input type="hidden" name="intent" value="fulfill" />
      <input type="hidden" name="key" value={question.key} />
      {question.orders.map((order) => (
        <input key={order.id} type="hidden" name="order" value={orderValue(order)} />
      ))}
      <CarrierField id={id} carriers={carriers} />
      <div className="mt-6 flex flex-wrap items-center justify-end gap-3">
        <Button type="button" onClick={onCancel} className="scriptless:hidden">
          Cancel
        </Button>
        <Link to={search || '?'} className="link hidden scriptless:block">
          Cancel
        </Link>
        <Button look="solid" pending={isBusy}>
          Fulfill them
        </Button>
      </div>
    </Form>
  );
}
