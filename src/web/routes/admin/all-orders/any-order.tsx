import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import type { Texts } from '#features/texts/texts.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { taxRows } from '#shared/taxes.ts';
import { Day } from '../../../components/day.tsx';
import { AddressLines } from '../../../components/order/address-lines.tsx';
import { DeleteOrder } from '../../../components/order/delete-order.tsx';
import { isMissingAddress } from '../../../components/order/missing-address.tsx';
import { OrderItems } from '../../../components/order/order-items.tsx';
import { orderTitleId } from '../../../components/order/order-title-id.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';

/** An order of any customer, with the actions of staff. */
export function AnyOrder({ texts, order }: { texts: Texts<'orders'>; order: OrderView }) {
  const titleId = orderTitleId(order.id);
  const paid = order.payment !== null;
  return (
    <article
      aria-labelledby={titleId}
      className="rounded-panel border border-line bg-surface p-5 md:p-7"
    >
      <div className="mb-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="wrap-anywhere">
          <h2 id={titleId} tabIndex={-1} className="scroll-mt-20 text-heading">
            {order.name}
          </h2>
          <p>
            <a href={`mailto:${order.email}`} className="link">
              {order.email}
            </a>
          </p>
          <p className="text-sm text-ink-soft">
            Order {order.number}, <Day iso={order.createdAt} />
          </p>
          {isMissingAddress(order) ? (
            <p className="mt-1 font-semibold text-danger">Address missing</p>
          ) : null}
        </div>
        <p
          className={classNames(
            'rounded-control px-3 py-1 font-semibold',
            paid ? 'bg-success-tint text-success' : 'bg-danger-tint text-danger',
          )}
        >
          {paid ? 'Paid' : 'Not Payed'}
        </p>
      </div>
      <OrderItems texts={texts} number={order.number} lines={order.lines} />
      <div className="mt-5 flex flex-wrap items-end justify-between gap-6">
        <Facts order={order} />
        <Actions order={order} titleId={titleId} />
      </div>
    </article>
  );
}

function Facts({ order }: { order: OrderView }) {
  const { payment } = order;
  const { added, included } = taxRows(order.taxes, order.taxesIncluded);
  const inWords = ([term, minor]: [string, number]): [string, ReactNode] => [
    term,
    formatMoney(minor),
  ];
  const facts: [string, ReactNode][] = [
    ['Products payment', formatMoney(order.subtotalMinor)],
    ['Shipping cost', formatMoney(order.shippingMinor)],
    ...added.map(inWords),
    ['Total', formatMoney(order.totalMinor)],
    ...included.map(inWords),
    [
      'Address',
      order.address ? (
        <AddressLines key="address" address={order.address} />
      ) : (
        [order.city, order.zip, order.country].filter(Boolean).join(', ')
      ),
    ],
    [
      'Billing address',
      order.billingAddress ? <AddressLines key="bill" address={order.billingAddress} /> : null,
    ],
    ['Transaction', payment?.isOutside ? 'outside of the shop' : payment?.transaction],
    ['State', order.status === 'cancelled' ? 'Cancelled' : null],
    ['Refunded', payment?.refundedMinor ? formatMoney(payment.refundedMinor) : null],
    ['Refund pending', payment?.refundOpenMinor ? formatMoney(payment.refundOpenMinor) : null],
    ['Card', payment?.last4 ? `ending in ${payment.last4}` : null],
    ['Deleted', order.archivedAt ? <Day key="deleted" iso={order.archivedAt} /> : null],
  ];
  return (
    <dl className="grid min-w-0 flex-1 basis-80 grid-cols-2 gap-x-6 gap-y-3 lg:grid-cols-3 lg:gap-x-10">
      {facts.map(([term, value]) =>
        value ? (
          <div key={term} className="min-w-0">
            <dt className="text-sm text-ink-soft">{term}</dt>
            <dd className="font-semibold wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

function Actions({ order, titleId }: { order: OrderView; titleId: string }) {
  const busy = useNavigation().formData?.get('orderId') === order.id;
  return (
    <div className="ml-auto flex flex-wrap justify-end gap-3">
      {order.status === 'cancelled' ? null : (
        <ButtonLink
          to={`/account/addresses/new?order=${order.id}&back=allOrders`}
          aria-describedby={titleId}
        >
          {order.address ? 'Correct address' : 'Add address'}
        </ButtonLink>
      )}
      {order.payment?.refundableMinor ? (
        <ButtonLink to={`/refundOrder/${order.id}`} aria-describedby={titleId}>
          Refund
        </ButtonLink>
      ) : null}
      {order.archivedAt ? (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="orderId" value={order.id} />
          <Button
            look="solid"
            name="intent"
            value="restore"
            pending={busy}
            aria-describedby={titleId}
          >
            Restore
          </Button>
        </Form>
      ) : (
        <DeleteOrder orderId={order.id} titleId={titleId}>
          {'Delete From All  Order'}
        </DeleteOrder>
      )}
    </div>
  );
}
