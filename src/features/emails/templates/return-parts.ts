/** Parts of emails about returns. Only emails to the shop repeat what a customer typed. */
import { formatDay } from '#shared/dates.ts';
import { itemsInWords } from '#shared/items-in-words.ts';
import { formatMoney } from '#shared/money.ts';
import { reservedOf } from '../../orders/returns/exchange-units.schema.ts';
import { postageLabels } from '../../orders/returns/return-labels.schema.ts';
import { payUntil } from '../../returns/reserved-exchanges.schema.ts';
import type { CustomerReturnFacts, ReturnFacts } from '../load-return-email.ts';
import type { Block } from '../render-email.ts';
import { exchangeOf, text } from './order-parts.ts';

/** The units of a return: those that were asked for, or those that came. */
export function returnedItems(
  { order, one }: ReturnFacts,
  which: 'asked' | 'came' = 'asked',
): Block {
  return {
    kind: 'list',
    items: one.lines.flatMap(({ position, item, quantity, received }) => {
      const line = order.lines[position];
      const units = which === 'came' ? (received ?? 0) : quantity;
      return line && units > 0 ? [itemsInWords({ ...line, ...item }, units)] : [];
    }),
  };
}

/** Who pays for the way back, if it was stored with the request. */
export function postage({ one }: ReturnFacts): Block[] {
  return one.postagePaidBy ? [text(postageLabels[one.postagePaidBy])] : [];
}

/** What is reserved for a return, after a sentence about it. */
export function exchangedItems({ order, one }: ReturnFacts, sentence: string): Block[] {
  const items = reservedOf(one).map(({ position, exchange }) =>
    exchangeOf(order.lines[position], exchange),
  );
  return items.length > 0 ? [text(sentence), { kind: 'list', items }] : [];
}

/** What is sent now that nothing is to be paid for it. */
export function exchangeToCome(facts: ReturnFacts): Block[] {
  const when = facts.one.receivedAt === null ? ' once your items are here' : '';
  return exchangedItems(facts, `We send you this in exchange${when}:`);
}

/** What is to be paid before the exchange is sent. */
export function extraToPay({ one, exchangeDays }: ReturnFacts): Block[] {
  if (!one.extra?.isPayable) return [];
  const amount = formatMoney(one.extra.dueMinor);
  const until = payUntil(one, exchangeDays);
  const by = until ? ` by ${formatDay(until)}` : '';
  return [
    text(
      `It costs ${amount} more than you paid. Please pay this on the page of your return${by}: we send your exchange once it is paid.`,
    ),
  ];
}

/** The link to the page of a return. */
export function returnLink({ links }: CustomerReturnFacts): Block {
  return { kind: 'action', label: 'Look at your return', url: links.returns };
}
