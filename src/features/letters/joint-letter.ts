/** One email for many: what was over the limit of a recipient, by its subjects. */
import type { Mail } from '#adapters/mail/port.ts';
import { newOrdersAddress } from '#shared/shop-config.ts';
import type { Ctx } from '../context.ts';
import type { OutboxMessage } from '../outbox/outbox.ts';
import { addressLetter, type Letter, letterOf } from './letters.ts';

/** More are only counted. */
const MOST_NAMED = 50;

/** The email that tells all these messages to their one recipient; null when nobody is left. */
export async function writeJointLetter(
  ctx: Ctx,
  id: string,
  messages: OutboxMessage[],
): Promise<Mail | null> {
  const letters: Letter[] = [];
  for (const message of messages.slice(0, MOST_NAMED)) {
    const letter = await letterOf(ctx, message);
    if (letter) letters.push(letter);
  }
  const [first] = letters;
  if (!first) return null;
  const unnamed = messages.length - Math.min(messages.length, MOST_NAMED);
  const isAlone = letters.length === 1 && unnamed === 0;
  return addressLetter(ctx, id, isAlone ? first : join(ctx, first.to, letters, unnamed));
}

function join(ctx: Ctx, to: string, letters: Letter[], unnamed: number): Letter {
  const isShop = to === newOrdersAddress(ctx.shop) || to === ctx.shop.contact.email;
  const count = letters.length + unnamed;
  const title = isShop ? `${count} messages from your shop` : `${count} updates on your orders`;
  const items = letters.map(({ subject }) => subject);
  if (unnamed > 0) items.push(`and ${unnamed} more`);
  return {
    to,
    subject: title,
    heading: title,
    blocks: [
      {
        kind: 'text',
        text: 'There was more to tell in a short time than fits into single emails:',
      },
      { kind: 'list', items },
      isShop
        ? { kind: 'action', label: 'Open All Orders', url: `${ctx.baseUrl}/AllOrders` }
        : { kind: 'action', label: 'Look at your orders', url: `${ctx.baseUrl}/myOrders` },
    ],
  };
}
