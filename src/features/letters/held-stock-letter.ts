/** What staff are told of somebody who holds much of the stock. */
import { oneLine } from '#shared/one-line.ts';
import { withThousands } from '#shared/thousands.ts';
import type { HolderView } from '../orders/orders.schema.ts';
import type { Block } from './render-letter.ts';
import { money, time } from './words.ts';

export function heldStock(
  holder: HolderView,
  currency: string,
  baseUrl: string,
): { subject: string; heading: string; blocks: Block[] } {
  const { orders, units, percent, minor, firstDueAt } = holder;
  const heading = `One ${holder.kind} holds ${percent} % of the stock`;
  const who =
    holder.kind === 'account' ? `Account: ${oneLine(holder.label)}.` : `Network: ${holder.label}.`;
  return {
    subject: heading,
    heading,
    blocks: [
      {
        kind: 'text',
        text: `${orders} unpaid orders hold ${withThousands(units)} units, for ${money(minor, currency)}. The first is due at ${time(firstDueAt)}.`,
      },
      { kind: 'text', text: who },
      {
        kind: 'text',
        text: 'If that is not somebody you know, you can release it all at once: the orders are cancelled, and the stock goes back on sale.',
      },
      { kind: 'action', label: 'Look at held stock', url: `${baseUrl}/admin/heldStock` },
    ],
  };
}
