/** Asks the shop to give money back that came outside of the shop. */
import { formatMoney } from '#shared/money.ts';
import type { OrderView } from '../../orders/orders.schema.ts';
import type { EmailTemplate } from '../render-email.ts';
import { text } from './order-parts.ts';

/** For the shop: what goes back of a difference, because its exchange ended by itself. */
export function differenceRefunded(
  order: Pick<OrderView, 'id' | 'number'>,
  amountMinor: number,
  baseUrl: string,
): EmailTemplate {
  const amount = formatMoney(amountMinor);
  return {
    subject: `Please give ${amount} back for order ${order.number}`,
    heading: `Please give ${amount} back`,
    blocks: [
      text(
        `An exchange of order ${order.number} ended by itself. Its difference was paid outside of the shop, so you give ${amount} back yourself. The refund is recorded, and the customer gets an email that says so.`,
      ),
      { kind: 'action', label: 'Look at the order', url: `${baseUrl}/admin/orders/${order.id}` },
    ],
  };
}
