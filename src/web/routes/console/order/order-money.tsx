import type { ReactNode } from 'react';
import type { OrderLineView, OrderView } from '#features/orders/orders.schema.ts';
import { endedUnits } from '#features/orders/returns/ended-units.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { taxRows } from '#shared/taxes.ts';
import { Link } from '../../../ui/link.tsx';
import { OrderLine } from './order-line.tsx';

/** What was bought, what it cost, and what was paid and refunded. */
export function OrderMoney({ order }: { order: OrderView }) {
  const { lines, payment } = order;
  const { added, included } = taxRows(order.taxes, order.taxesIncluded);
  const inWords = ([term, minor]: [string, number]): [string, ReactNode] => [
    term,
    formatMoney(minor),
  ];
  const sums: [string, ReactNode][] = [
    ['Subtotal', formatMoney(order.subtotalMinor)],
    ['Shipping', formatMoney(order.shippingMinor)],
    ...added.map(inWords),
    ['Total', <strong key="total">{formatMoney(order.totalMinor)}</strong>],
    ...included.map(inWords),
    ['Paid', payment ? formatMoney(payment.amountMinor) : null],
    ['Card', payment?.last4 ? `ending in ${payment.last4}` : null],
    ['Payment', payment?.isOutside ? 'outside of the shop' : null],
    ['Reference', payment?.reference && <LongId key="reference" id={payment.reference} />],
    ['Transaction', payment?.transaction && <LongId key="id" id={payment.transaction} />],
    ['Refunded', payment?.refundedMinor ? formatMoney(payment.refundedMinor) : null],
    ['Refund pending', payment?.refundOpenMinor ? formatMoney(payment.refundOpenMinor) : null],
    ['', order.refunds.some(({ status }) => status === 'failed') && <FailedRefund key="failed" />],
  ];
  return (
    <section aria-labelledby="bought">
      <h2 id="bought" className="font-sans font-semibold">
        Bought
      </h2>
      <ul className="divide-y divide-line border-b border-line">
        {lines.map((line) => (
          <OrderLine key={line.variantId} line={line}>
            <span className="ml-auto flex gap-3 text-sm tabular-nums">
              <span className="text-ink-soft">
                {endedOf(line).map((what) => `${what} · `)}
                <span className="whitespace-nowrap">
                  {line.quantity} × {formatMoney(line.unitPriceMinor)}
                </span>
              </span>
              <span className="whitespace-nowrap">{formatMoney(line.lineTotalMinor)}</span>
            </span>
          </OrderLine>
        ))}
      </ul>
      <dl className="mt-2 ml-auto max-w-sm text-sm">
        {sums.map(([label, value]) =>
          value ? (
            <div key={label} className="flex justify-between gap-4 py-0.5">
              <dt className="shrink-0 text-ink-soft">{label}</dt>
              <dd className="text-right whitespace-nowrap tabular-nums">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {payment?.isOutside ? (
        <p className="mt-2 ml-auto max-w-sm text-sm text-ink-soft">
          Refunds of it are recorded here. You give the money back yourself.
        </p>
      ) : null}
    </section>
  );
}

function endedOf(line: OrderLineView): string[] {
  const { cancelled, refunded } = endedUnits(line);
  return [...cancelled, ...refunded];
}

function FailedRefund() {
  return (
    <Link to="/admin/payment-problems" className="link whitespace-normal">
      A refund failed: decide what happens
    </Link>
  );
}

function LongId({ id }: { id: string }) {
  return <span className="whitespace-normal wrap-anywhere">{id}</span>;
}
