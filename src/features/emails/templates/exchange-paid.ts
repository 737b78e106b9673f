import { formatMoney } from '#shared/money.ts';
import type { CustomerReturnFacts } from '../load-return-email.ts';
import type { EmailTemplate } from '../render-email.ts';
import { text } from './order-parts.ts';
import { exchangeToCome, returnLink } from './return-parts.ts';

/** The receipt of an extra payment. */
export function exchangePaid(facts: CustomerReturnFacts): EmailTemplate {
  const { order, one } = facts;
  const amount = formatMoney(one.extra?.payment?.amountMinor ?? 0);
  const { last4 = null } = one.extra?.payment ?? {};
  const card = last4 ? ` with the card ending in ${last4}` : '';
  return {
    subject: `We received your payment for the exchange of order ${order.number}`,
    heading: 'Your exchange is paid',
    blocks: [
      text(`You paid ${amount}${card}. The invoice is on the page of your order.`),
      ...exchangeToCome(facts),
      returnLink(facts),
    ],
  };
}
