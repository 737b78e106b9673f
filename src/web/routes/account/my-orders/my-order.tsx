import Check from 'lucide-react/icons/check';
import { Form } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import type { Texts } from '#features/texts/texts.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { Day } from '../../../components/day.tsx';
import { AddressLines } from '../../../components/order/address-lines.tsx';
import { DeleteOrder } from '../../../components/order/delete-order.tsx';
import { DeliveryPromise } from '../../../components/order/delivery-promise.tsx';
import { MissingAddress } from '../../../components/order/missing-address.tsx';
import { OrderItems } from '../../../components/order/order-items.tsx';
import { OrderProgress } from '../../../components/order/order-progress.tsx';
import { orderTitleId } from '../../../components/order/order-title-id.ts';
import { PaymentDue } from '../../../components/order/payment-due.tsx';
import { RefundedSum } from '../../../components/order/refunded-sum.tsx';
import { ReturnLink } from '../../../components/order/return-link.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { ShippingAndTaxes } from './shipping-and-taxes.tsx';

type Order = OrderView & { mayReturn: boolean };

/** An order of the signed-in customer, with its actions. */
export function MyOrder({ texts, order }: { texts: Texts<'orders'>; order: Order }) {
  const titleId = orderTitleId(order.id);
  return (
    <article
      aria-labelledby={titleId}
      className="rounded-panel border border-line bg-surface p-5 md:p-7"
    >
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={titleId} tabIndex={-1} className="scroll-mt-20 text-heading">
          <Link to={`/myOrders/${order.id}`} className="hover:underline">
            Order {order.number}
          </Link>
        </h2>
        <p className="text-ink-soft">
          <Day iso={order.createdAt} />
        </p>
      </div>
      <OrderItems texts={texts} number={order.number} lines={order.lines} />
      <OrderProgress order={order} />
      <div className="mt-4 flex flex-wrap items-end justify-between gap-5">
        <OrderFacts order={order} titleId={titleId} />
        <div className="flex flex-wrap gap-3">
          {order.status === 'pending' ? (
            <ButtonLink look="accent" to={`/checkOut/${order.id}`} aria-describedby={titleId}>
              {texts.payNow}
            </ButtonLink>
          ) : null}
          {order.status === 'paid' ? (
            // The button opens the receipt.
            <Form action={`/checkOut/${order.id}`}>
              <Button look="success" aria-describedby={titleId}>
                <Check aria-hidden="true" className="size-4" />
                {texts.paid}
              </Button>
            </Form>
          ) : null}
          <DeleteOrder orderId={order.id} titleId={titleId}>
            {texts.remove}
          </DeleteOrder>
        </div>
      </div>
    </article>
  );
}

function OrderFacts({ order, titleId }: { order: Order; titleId: string }) {
  return (
    <div>
      <ShippingAndTaxes order={order} />
      {order.delivery ? (
        <div className="mb-2 text-[0.9375rem]">
          <DeliveryPromise delivery={order.delivery} order={order} />
        </div>
      ) : null}
      {order.address ? (
        <div className="mb-2 hidden print:block">
          <AddressLines address={order.address} />
        </div>
      ) : null}
      <p className="text-lg font-semibold tabular-nums">{formatMoney(order.totalMinor)}</p>
      {order.status === 'pending' ? <PaymentDue order={order} /> : null}
      <MissingAddress order={order} titleId={titleId} />
      {order.status === 'paid' ? <p className="hidden font-semibold print:block">Paid</p> : null}
      <RefundedSum order={order} />
      <ReturnLink order={order} mayReturn={order.mayReturn} titleId={titleId} />
      {order.status === 'cancelled' || order.fulfillmentStatus === 'cancelled' ? (
        <p className="mt-1 text-[0.9375rem] font-semibold">Cancelled</p>
      ) : null}
    </div>
  );
}
