import {
  refundedElsewhere,
  refundedElsewhereText,
} from '../../returns/refunded-elsewhere.schema.ts';
import type { CustomerReturnFacts } from '../load-return-email.ts';
import type { Block, EmailTemplate } from '../render-email.ts';
import { text } from './order-parts.ts';
import { exchangedItems, extraToPay, returnedItems, returnLink } from './return-parts.ts';

/** What happens next. Nothing more is refunded for items that another refund was for. */
function afterwards({ order, one }: CustomerReturnFacts): Block[] {
  const refunded = refundedElsewhere(order, one);
  const next = text('We look at what came. A refund has an email of its own.');
  if (!refunded) return [next];
  const already = text(refundedElsewhereText(order, one) ?? '');
  return refunded.units < refunded.came ? [already, next] : [already];
}

export function returnReceived(facts: CustomerReturnFacts): EmailTemplate {
  const { order, one } = facts;
  const came = one.lines.filter(({ received }) => received !== 0);
  return {
    subject: `We received your return for order ${order.number}`,
    heading: 'Your return is here',
    blocks: [
      text(
        came.length > 0
          ? `We received these items of your order ${order.number}:`
          : `A parcel of your order ${order.number} came, without the items of your return.`,
      ),
      ...(came.length > 0 ? [returnedItems(facts, 'came')] : []),
      ...exchangedItems(facts, 'We send you this in exchange. The parcel has an email of its own:'),
      ...extraToPay(facts),
      ...afterwards(facts),
      returnLink(facts),
    ],
  };
}
