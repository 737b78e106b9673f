/** A summary of held emails, by their subjects. */
import type { EmailTemplate } from '../render-email.ts';

/** `unnamed` is the number of further emails. `isOfGuest`: they are about guests' orders. */
export function summary(
  subjects: string[],
  {
    unnamed,
    audience,
    isOfGuest,
    baseUrl,
  }: { unnamed: number; audience: 'customer' | 'shop'; isOfGuest: boolean; baseUrl: string },
): EmailTemplate {
  const count = subjects.length + unnamed;
  const isShop = audience === 'shop';
  const title = isShop ? `${count} messages from your shop` : `${count} updates on your orders`;
  const items = unnamed > 0 ? [...subjects, `and ${unnamed} more`] : subjects;
  return {
    subject: title,
    heading: title,
    blocks: [
      {
        kind: 'text',
        text: 'There was a lot of news in a short time, so here it is in one email:',
      },
      { kind: 'list', items },
      isShop
        ? { kind: 'action', label: 'Open All Orders', url: `${baseUrl}/AllOrders` }
        : {
            kind: 'action',
            label: 'Look at your orders',
            url: `${baseUrl}/${isOfGuest ? 'findOrder' : 'myOrders'}`,
          },
    ],
  };
}
