import type { CustomerReturnFacts } from '../load-return-email.ts';
import type { EmailTemplate } from '../render-email.ts';
import { text } from './order-parts.ts';
import { exchangedItems, postage, returnedItems, returnLink } from './return-parts.ts';

/** The shop has the request, of the customer or of staff for them, and decides next. */
export function returnRequested(facts: CustomerReturnFacts, isByStaff = false): EmailTemplate {
  const { number } = facts.order;
  return {
    subject: `Your return for order ${number}`,
    heading: isByStaff ? 'Your return is recorded' : 'We have your request',
    blocks: [
      text(
        isByStaff
          ? `We recorded that you want to send back items of your order ${number}:`
          : `You asked to send back items of your order ${number}:`,
      ),
      returnedItems(facts),
      ...postage(facts),
      ...exchangedItems(facts, 'You chose this in exchange, and it is reserved for you:'),
      text('We will look at it and write to you. Please keep the items until then.'),
      returnLink(facts),
    ],
  };
}
