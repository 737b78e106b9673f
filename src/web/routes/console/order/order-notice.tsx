import { useLocation } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { earlierRefund } from '#features/returns/earlier-refund.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { useNotice } from '../../../notices.ts';
import { Notice } from '../../../ui/notice.tsx';
import { staffOrderNotices } from './staff-order-notices.ts';

/** What a form of this page did, or why it was refused. */
export function OrderNotice({ order, refused }: { order: OrderView; refused: string | undefined }) {
  const params = new URLSearchParams(useLocation().search);
  const amountMinor = refundedMinor(order, params);
  const notice = useNotice(staffOrderNotices);
  if (refused) {
    return (
      <Notice tone="danger" className="mb-4">
        {refused}
      </Notice>
    );
  }
  if (!notice) return null;
  return (
    <Notice tone={notice.tone} className="mb-4">
      {notice.text}
      {amountMinor ? ` Amount of the refund: ${formatMoney(amountMinor)}.` : null}
    </Notice>
  );
}

/** What the refund or the return of the address gave back. That of a return may be of two payments. */
function refundedMinor(order: OrderView, params: URLSearchParams): number | undefined {
  const one = order.returns.find(({ id }) => id === params.get('return'));
  if (one) return earlierRefund(order, one)?.amountMinor;
  return order.refunds.find(({ id }) => id === params.get('refund'))?.amountMinor;
}
