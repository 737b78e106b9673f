import { Form, useLocation, useNavigation } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { earlierRefund } from '#features/returns/earlier-refund.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { useNotice } from '../../../notices.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ORDER_CANCELLED, staffOrderNotices } from './staff-order-notices.ts';

/** What a form of this page did, or why it was refused. */
export function OrderNotice({
  order,
  refused,
  requestKey,
}: {
  order: OrderView;
  refused: string | undefined;
  requestKey: string;
}) {
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
      {params.get('notice') === ORDER_CANCELLED ? (
        <UndoCancellation order={order} requestKey={requestKey} />
      ) : null}
    </Notice>
  );
}

/** Places the cancelled order again. After a moment it is too late, and the shop says so. */
function UndoCancellation({ order, requestKey }: { order: OrderView; requestKey: string }) {
  const isBusy = useNavigation().formData?.get('intent') === 'undo-cancel';
  return (
    <Form method="post" className="mt-2">
      <input type="hidden" name="key" value={requestKey} />
      <input type="hidden" name="version" value={order.version} />
      <Button name="intent" value="undo-cancel" pending={isBusy} className={DENSE_BUTTON}>
        Undo
      </Button>
    </Form>
  );
}

/** What the refund or the return of the address gave back. That of a return may be of two payments. */
function refundedMinor(order: OrderView, params: URLSearchParams): number | undefined {
  const one = order.returns.find(({ id }) => id === params.get('return'));
  if (one) return earlierRefund(order, one)?.amountMinor;
  return order.refunds.find(({ id }) => id === params.get('refund'))?.amountMinor;
}
