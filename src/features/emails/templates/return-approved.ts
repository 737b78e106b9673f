import { formatDay } from '#shared/dates.ts';
import { reservedUntil } from '../../returns/reserved-exchanges.schema.ts';
import type { CustomerReturnFacts, ReturnFacts } from '../load-return-email.ts';
import type { EmailTemplate } from '../render-email.ts';
import { text } from './order-parts.ts';
import { exchangedItems, extraToPay, postage, returnedItems, returnLink } from './return-parts.ts';

export function returnApproved(facts: CustomerReturnFacts): EmailTemplate {
  const { number } = facts.order;
  return {
    subject: `Please send back the items of order ${number}`,
    heading: 'Your return is approved',
    blocks: [
      text(`You can send back these items of your order ${number}:`),
      returnedItems(facts),
      text(`Please send them to this address, with the number ${number} in the parcel:`),
      { kind: 'list', items: facts.shopAddress },
      ...postage(facts),
      ...exchangedItems(facts, reservedInWords(facts)),
      ...extraToPay(facts),
      returnLink(facts),
    ],
  };
}

function reservedInWords({ one, exchangeDays }: ReturnFacts): string {
  const until = reservedUntil(one, exchangeDays);
  return until
    ? `We send you this in exchange. It is reserved for you if your parcel arrives by ${formatDay(until)}. If it arrives later, you get your money back instead:`
    : 'We send you this in exchange:';
}
