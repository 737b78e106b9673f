import { Form, useLocation, useNavigation } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { useNotice } from '../../../notices.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { noticeWithRefund } from './refund-notice.ts';
import { afterReceipt } from './return/after-receipt.ts';
import { ORDER_CANCELLED, RETURN_RECEIVED, staffOrderNotices } from './staff-order-notices.ts';

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
  const notice = useNotice(staffOrderNotices);
  if (refused) {
    return (
      <Notice tone="danger" className="mb-4">
        {refused}
      </Notice>
    );
  }
  if (!notice) return null;
  const received =
    params.get('notice') === RETURN_RECEIVED
      ? order.returns.find(({ id }) => id === params.get('return'))
      : undefined;
  return (
    <Notice tone={notice.tone} className="mb-4">
      {noticeWithRefund(order, notice.text, params)} {received ? afterReceipt(order, received) : ''}
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
