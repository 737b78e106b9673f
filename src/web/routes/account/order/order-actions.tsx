import { Form, useNavigation } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { ChangeOrder } from '../../../components/order/change-order.tsx';
import { PaymentDue } from '../../../components/order/payment-due.tsx';
import { ReturnLink } from '../../../components/order/return-link.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import type { AccountState } from './make-account.tsx';

const ACCOUNTS = {
  none: 'below',
  unconfirmed: 'exists',
  confirmed: 'none',
  other: 'none',
} as const;

/** The actions of the customer for an order. */
export function OrderActions({
  order,
  mayChange,
  mayCancel,
  mayReturn,
  account,
  titleId,
}: {
  order: OrderView;
  mayChange: boolean;
  mayCancel: boolean;
  mayReturn: boolean;
  /** Of the caller, for a guest's order; null for an account's. */
  account: AccountState | null;
  titleId: string;
}) {
  const { id, status } = order;
  const isBusy = useNavigation().formData?.get('intent') === 'again';
  return (
    <div className="space-y-3 print:hidden">
      {status === 'pending' ? (
        <>
          <ButtonLink look="accent" to={`/checkOut/${id}`} className="w-full">
            Pay Now
          </ButtonLink>
          <PaymentDue order={order} account={account ? ACCOUNTS[account] : 'exists'} />
        </>
      ) : null}
      {mayChange ? <ChangeOrder orderId={id} /> : null}
      <Form method="post">
        <Button name="intent" value="again" pending={isBusy} className="w-full">
          Buy again
        </Button>
      </Form>
      {mayCancel ? (
        <Form replace preventScrollReset>
          <Button look="danger" name="cancel" value="ask" className="w-full">
            Cancel the order
          </Button>
        </Form>
      ) : null}
      <ReturnLink order={order} mayReturn={mayReturn} titleId={titleId} />
    </div>
  );
}
