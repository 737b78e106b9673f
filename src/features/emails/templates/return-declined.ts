import type { CustomerReturnFacts } from '../load-return-email.ts';
import type { EmailTemplate } from '../render-email.ts';
import { text } from './order-parts.ts';
import { returnedItems, returnLink } from './return-parts.ts';

export function returnDeclined(facts: CustomerReturnFacts): EmailTemplate {
  const { order, one, isConfirmed } = facts;
  const why =
    isConfirmed && one.declineReason
      ? `The reason: ${one.declineReason}`
      : 'The page of your return says why.';
  return {
    subject: `Your return for order ${order.number} is declined`,
    heading: 'Your return is declined',
    blocks: [
      text(`We are sorry: we cannot take back these items of your order ${order.number}.`),
      returnedItems(facts),
      text(why),
      returnLink(facts),
    ],
  };
}
