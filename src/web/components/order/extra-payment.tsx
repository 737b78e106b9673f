import type { OrderView } from '#features/orders/orders.schema.ts';
import type { ReturnView } from '#features/orders/returns/return-view.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Day } from '../day.tsx';

/** What the exchanges of a return cost more, and whether it is paid. Its customer may pay it here. */
export function ExtraPayment({
  order,
  one,
  until = null,
  isStaff = false,
  isDeleted = false,
}: {
  order: Pick<OrderView, 'id'>;
  one: ReturnView;
  /** Until when it has to be paid, in ISO 8601. */
  until?: string | null;
  isStaff?: boolean;
  /** Whether its customer took the order out of My Orders: it can't be paid then. */
  isDeleted?: boolean;
}) {
  const { extra } = one;
  if (!extra) return null;
  const settled = settledText(extra, isStaff);
  if (settled) return <p className="mt-3 text-sm wrap-anywhere">{settled}</p>;
  const amount = formatMoney(extra.dueMinor);
  if (!extra.isPayable) {
    return one.state === 'requested' ? (
      <p className="mt-3">
        {isStaff ? 'The customer pays' : 'You pay'} {amount} more, once the return is approved.
      </p>
    ) : (
      <p className="mt-3">
        Nothing more is to be paid: items were refunded, so the exchange can’t be sent.
      </p>
    );
  }
  if (isStaff) return <p className="mt-3 text-sm font-semibold">Not paid yet: {amount} more</p>;
  if (isDeleted) {
    return (
      <p className="mt-3">
        The exchange costs {amount} more. To pay it, put the order back into My Orders first.
      </p>
    );
  }
  return (
    <>
      <p className="mt-3">
        You pay {amount} more
        {until ? (
          <>
            , by <Day iso={until} />
          </>
        ) : null}
        . We send your exchange once it is paid.
      </p>
      <ButtonLink
        to={`/checkOut/${order.id}?${new URLSearchParams({ exchange: one.id })}`}
        look="accent"
        className="mt-3"
      >
        Pay {amount}
      </ButtonLink>
    </>
  );
}

type Extra = NonNullable<ReturnView['extra']>;

function settledText({ state, waivedMinor, payment }: Extra, isStaff: boolean): string | null {
  if (payment) return paidText(payment, isStaff);
  if (state !== 'waived') return null;
  const amount = formatMoney(waivedMinor);
  return isStaff
    ? `The difference of ${amount} was waived.`
    : `Your exchange costs ${amount} more. We do not charge you that.`;
}

function paidText(payment: NonNullable<Extra['payment']>, isStaff: boolean): string {
  const { amountMinor, last4, refundedMinor, refundOpenMinor, isOutside, reference } = payment;
  const card = last4 ? ` with the card ending in ${last4}` : '';
  const parts = [
    `Paid ${formatMoney(amountMinor)} more${card}`,
    refundedMinor > 0 ? `${formatMoney(refundedMinor)} refunded` : '',
    refundOpenMinor > 0 ? `${formatMoney(refundOpenMinor)} is being refunded` : '',
  ];
  const said = `${parts.filter(Boolean).join('; ')}.`;
  if (!isStaff || !isOutside) return said;
  const toGive =
    refundedMinor < amountMinor ? ' You give back yourself what is refunded of it.' : '';
  const noted = reference ? ` Reference: ${reference}.` : '';
  return `${said} It was paid outside of the shop.${noted}${toGive}`;
}
