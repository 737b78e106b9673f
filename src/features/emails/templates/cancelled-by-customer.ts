/** Tells the shop not to send a paid order. */
import { counted } from '#shared/counted.ts';
import { itemsInWords } from '#shared/items-in-words.ts';
import { formatMoney } from '#shared/money.ts';
import { oneLine } from '#shared/one-line.ts';
import type { OrderView } from '../../orders/orders.schema.ts';
import { OWN_CANCELLATION, refundKeyOfCancellation } from '../../orders/view/parcel-view.schema.ts';
import type { EmailTemplate } from '../render-email.ts';
import { text } from './order-parts.ts';

/** For the shop: what its customer cancelled, and what becomes of the money. */
export function cancelledByCustomer(order: OrderView, baseUrl: string): EmailTemplate {
  const lines = order.cancellations.find(({ key }) => key === OWN_CANCELLATION)?.lines;
  if (!lines) throw new Error(`The customer did not cancel order ${order.id}.`);
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    subject: `Do not send ${order.number}: its customer cancelled it`,
    heading: `Order ${order.number} is cancelled`,
    blocks: [
      text(
        `${oneLine(order.name, 120)} cancelled this paid order. Please do not send it. ${counted(units, 'item')} went back into the stock:`,
      ),
      {
        kind: 'list',
        items: lines.flatMap(({ position, quantity }) => {
          const line = order.lines[position];
          return line ? [itemsInWords(line, quantity)] : [];
        }),
      },
      text(aboutRefund(order)),
      { kind: 'action', label: 'Look at the order', url: `${baseUrl}/admin/orders/${order.id}` },
    ],
  };
}

const refundInWords: Record<OrderView['refunds'][number]['status'], (amount: string) => string> = {
  requested: (amount) => `The refund of ${amount} is on its way.`,
  done: (amount) => `${amount} is refunded.`,
  failed: (amount) => `The refund of ${amount} failed: see 'Payment problems'.`,
  settled: (amount) => `${amount} is returned in another way.`,
  withdrawn: (amount) => `The refund of ${amount} is withdrawn.`,
};

function aboutRefund({ refunds }: OrderView): string {
  const key = refundKeyOfCancellation(OWN_CANCELLATION);
  const refund = refunds.find((one) => one.key === key);
  if (!refund) return 'Nothing was left to refund.';
  return refundInWords[refund.status](formatMoney(refund.amountMinor));
}
