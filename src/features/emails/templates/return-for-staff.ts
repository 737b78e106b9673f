import { itemsInWords } from '#shared/items-in-words.ts';
import { oneLine } from '#shared/one-line.ts';
import { postageForStaff, returnReasonLabels } from '../../orders/returns/return-labels.schema.ts';
import type { ReturnFacts } from '../load-return-email.ts';
import type { EmailTemplate } from '../render-email.ts';
import { exchangeOf } from './order-parts.ts';

/** For the shop: what comes back and why. `note` is what the customer wrote, if it may be repeated. */
export function returnForStaff(
  { order, one, baseUrl, isConfirmed }: ReturnFacts,
  note: string | null,
): EmailTemplate {
  const reasons = one.lines.flatMap(({ position, item, quantity, reason, exchange }) => {
    const line = order.lines[position];
    const wanted = exchange ? `, in exchange for ${exchangeOf(line, exchange)}` : '';
    return line
      ? [`${itemsInWords({ ...line, ...item }, quantity)}: ${returnReasonLabels[reason]}${wanted}`]
      : [];
  });
  return {
    subject: `A return for order ${order.number}`,
    heading: `A return for order ${order.number}`,
    blocks: [
      {
        kind: 'list',
        items: [
          `Customer: ${oneLine(order.name, 120)}`,
          `Email: ${oneLine(order.email)}${isConfirmed ? '' : ' (not confirmed)'}`,
          ...reasons,
          ...(one.postagePaidBy ? [postageForStaff[one.postagePaidBy]] : []),
          ...(note ? [`Note: ${note}`] : []),
        ],
      },
      {
        kind: 'action',
        label: 'Approve or decline it',
        url: `${baseUrl}/admin/orders/${order.id}`,
      },
    ],
  };
}
