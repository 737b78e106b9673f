/** Informs staff about an account or network that reserves much of the stock. */

import { counted } from '#shared/counted.ts';
import { formatTime } from '#shared/dates.ts';
import { formatMoney } from '#shared/money.ts';
import { oneLine } from '#shared/one-line.ts';
import type { HolderView } from '../../orders/order-requests.schema.ts';
import type { EmailTemplate } from '../render-email.ts';

export function heldStock(holder: HolderView, baseUrl: string): EmailTemplate {
  const { orders, units, percent, minor, firstDueAt } = holder;
  const heading = `One ${holder.kind} holds ${percent}% of the stock`;
  const who =
    holder.kind === 'account' ? `Account: ${oneLine(holder.label)}.` : `Network: ${holder.label}.`;
  return {
    subject: heading,
    heading,
    blocks: [
      {
        kind: 'text',
        text: `It holds ${counted(units, 'unit')} in ${counted(orders, 'unpaid order')}, worth ${formatMoney(minor)}. The first payment is due by ${formatTime(firstDueAt)}.`,
      },
      { kind: 'text', text: who },
      {
        kind: 'text',
        text: 'If you do not know who this is, you can release all of it at once: the orders are cancelled, and the stock goes back on sale.',
      },
      { kind: 'action', label: 'Look at held stock', url: `${baseUrl}/admin/held-stock` },
    ],
  };
}
