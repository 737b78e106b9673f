import type { CustomerReturnFacts } from '../load-return-email.ts';
import type { EmailTemplate } from '../render-email.ts';
import { text } from './order-parts.ts';
import { exchangeToCome, returnLink } from './return-parts.ts';

/** Says that nothing more is to be paid for an exchange that costs more. */
export function exchangeWaived(facts: CustomerReturnFacts): EmailTemplate {
  const { number } = facts.order;
  return {
    subject: `Nothing more to pay for the exchange of order ${number}`,
    heading: 'You pay nothing more',
    blocks: [
      text(
        'Your exchange costs more than you paid. We do not charge you the difference, so there is nothing more to pay.',
      ),
      ...exchangeToCome(facts),
      returnLink(facts),
    ],
  };
}
