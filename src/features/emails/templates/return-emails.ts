/** Emails about returns. Only those to the shop repeat what a customer typed. */
import { formatDay } from '#shared/dates.ts';
import { formatMoney } from '#shared/money.ts';
import { oneLine } from '#shared/one-line.ts';
import { reservedOf } from '../../orders/exchange-units.schema.ts';
import {
  postageForStaff,
  postageLabels,
  returnReasonLabels,
} from '../../orders/return-labels.schema.ts';
import { payUntil, reservedUntil } from '../../returns/reserved-exchanges.schema.ts';
import type { CustomerReturnFacts, ReturnFacts } from '../load-return-email.ts';
import type { Block, EmailTemplate } from '../render-email.ts';
import { exchangeOf, text, unitsOf } from './order-parts.ts';

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
      itemsOf(facts),
      ...postageOf(facts),
      ...exchangesOf(facts, 'You chose this in exchange, and it is reserved for you:'),
      text('We will look at it and write to you. Please keep the items until then.'),
      action(facts),
    ],
  };
}

export function returnApproved(facts: CustomerReturnFacts): EmailTemplate {
  const { number } = facts.order;
  return {
    subject: `Please send back the items of order ${number}`,
    heading: 'Your return is approved',
    blocks: [
      text(`You can send back these items of your order ${number}:`),
      itemsOf(facts),
      text(`Please send them to this address, with the number ${number} in the parcel:`),
      { kind: 'list', items: facts.shopAddress },
      ...postageOf(facts),
      ...exchangesOf(facts, reservedInWords(facts)),
      ...toPay(facts),
      action(facts),
    ],
  };
}

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
      itemsOf(facts),
      text(why),
      action(facts),
    ],
  };
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
      ...(came.length > 0 ? [itemsOf(facts, 'came')] : []),
      ...exchangesOf(facts, 'We send you this in exchange. The parcel has an email of its own:'),
      ...toPay(facts),
      text('We look at what came. A refund has an email of its own.'),
      action(facts),
    ],
  };
}

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
      ...exchangesOf(facts, 'We send you this in exchange once your items are here:'),
      action(facts),
    ],
  };
}

/** For the shop: what comes back and why. `note` is what the customer wrote, if it may be repeated. */
export function returnForStaff(
  { order, one, baseUrl, isConfirmed }: ReturnFacts,
  note: string | null,
): EmailTemplate {
  const reasons = one.lines.flatMap(({ position, item, quantity, reason, exchange }) => {
    const line = order.lines[position];
    const wanted = exchange ? `, in exchange for ${exchangeOf(line, exchange)}` : '';
    return line
      ? [`${unitsOf({ ...line, ...item }, quantity)}: ${returnReasonLabels[reason]}${wanted}`]
      : [];
  });
  return {
    subject: `A return for order ${order.number}`,
    heading: `A return for order ${order.number}`,
    blocks: [
      {
        kind: 'list',
        items: [
          `Customer: ${oneLine(order.name, 120)}`,
          `Email: ${oneLine(order.email)}${isConfirmed ? '' : ' (not confirmed)'}`,
          ...reasons,
          ...(one.postagePaidBy ? [postageForStaff[one.postagePaidBy]] : []),
          ...(note ? [`Note: ${note}`] : []),
        ],
      },
      {
        kind: 'action',
        label: 'Approve or decline it',
        url: `${baseUrl}/admin/orders/${order.id}`,
      },
    ],
  };
}

/** The units of a return: those that were asked for, or those that came. */
function itemsOf({ order, one }: ReturnFacts, which: 'asked' | 'came' = 'asked'): Block {
  return {
    kind: 'list',
    items: one.lines.flatMap(({ position, item, quantity, received }) => {
      const line = order.lines[position];
      const units = which === 'came' ? (received ?? 0) : quantity;
      return line && units > 0 ? [unitsOf({ ...line, ...item }, units)] : [];
    }),
  };
}

/** Who pays for the way back, if it was stored with the request. */
function postageOf({ one }: ReturnFacts): Block[] {
  return one.postagePaidBy ? [text(postageLabels[one.postagePaidBy])] : [];
}

/** What is reserved for a return, after a sentence about it. */
function exchangesOf({ order, one }: ReturnFacts, sentence: string): Block[] {
  const items = reservedOf(one).map(({ position, exchange }) =>
    exchangeOf(order.lines[position], exchange),
  );
  return items.length > 0 ? [text(sentence), { kind: 'list', items }] : [];
}

/** What is to be paid before the exchange is sent. */
function toPay({ one, exchangeDays }: ReturnFacts): Block[] {
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

function reservedInWords({ one, exchangeDays }: ReturnFacts): string {
  const until = reservedUntil(one, exchangeDays);
  return until
    ? `We send you this in exchange. It is reserved for you if your parcel arrives by ${formatDay(until)}. If it arrives later, you get your money back instead:`
    : 'We send you this in exchange:';
}

function action({ links }: CustomerReturnFacts): Block {
  return { kind: 'action', label: 'Look at your return', url: links.returns };
}
