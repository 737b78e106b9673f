/**
 * Owns what the shop's mail says. Promises: every letter is HTML and text of the same content; what
 * people wrote is text in both and can't become a header; it tells how things stand when it is
 * written, so an order that was paid meanwhile is not asked to be paid.
 */
import type { Mail } from '#adapters/mail/port.ts';
import { findContactMessage } from '../contact/contact.ts';
import type { Ctx } from '../context.ts';
import { findHolderOfOrder, findReplacement, viewOrder } from '../orders/orders.ts';
import type { OutboxMessage } from '../outbox/outbox.ts';
import { viewRefund } from '../payments/payments.ts';
import { heldStock } from './held-stock-letter.ts';
import {
  orderCancelled,
  orderExpired,
  orderPaid,
  orderPlaced,
  paymentRefunded,
} from './order-letters.ts';
import { type LetterBody, renderLetter } from './render-letter.ts';
import { oneLine } from './words.ts';

interface Letter extends LetterBody {
  to: string;
  subject: string;
  replyTo?: Mail['replyTo'];
  form?: Mail['form'];
}

/** The mail of a message, by its kind; null when nobody is left to send it to, or it was undone. */
export async function writeLetter(
  ctx: Ctx,
  id: string,
  message: OutboxMessage,
): Promise<Mail | null> {
  const letter = await letterOf(ctx, message);
  if (!letter) return null;
  const { from } = ctx.mail;
  return {
    messageId: `${id}@${from.address.split('@').at(-1)}`,
    from,
    to: letter.to,
    replyTo: letter.replyTo ?? null,
    subject: oneLine(letter.subject),
    form: letter.form ?? null,
    ...renderLetter(ctx.shop, ctx.baseUrl, letter),
  };
}

async function letterOf(ctx: Ctx, message: OutboxMessage): Promise<Letter | null> {
  switch (message.kind) {
    case 'order.placed':
    case 'order.paid':
    case 'order.expired':
    case 'order.cancelled': {
      const order = await viewOrder(ctx, message.payload.orderId);
      const isUndone =
        message.kind === 'order.cancelled' && (await findReplacement(ctx.db, order.id));
      if (isUndone) return null;
      const write = {
        'order.placed': orderPlaced,
        'order.paid': orderPaid,
        'order.expired': orderExpired,
        'order.cancelled': orderCancelled,
      }[message.kind];
      return isForgotten(order.email) ? null : { to: order.email, ...write(order, ctx.baseUrl) };
    }
    case 'payment.refunded': {
      const refund = await viewRefund(ctx, message.payload.refundId);
      const order = refund.orderId ? await viewOrder(ctx, refund.orderId) : null;
      const to = order?.email ?? refund.userEmail;
      return to && !isForgotten(to) ? { to, ...paymentRefunded(refund, order) } : null;
    }
    case 'stock.held': {
      const { orderId, by } = message.payload;
      const holder = await findHolderOfOrder(ctx, orderId, by);
      return (
        holder && {
          to: ctx.shop.contact.email,
          ...heldStock(holder, ctx.shop.currency, ctx.baseUrl),
        }
      );
    }
    case 'contact.message':
      return contactLetter(ctx, message.payload.contactMessageId);
    case 'account.verify-email':
      return accountLetter(message.payload, {
        subject: `Confirm your e-mail address for ${ctx.shop.brand}`,
        heading: 'Is this your e-mail address?',
        asks: `Somebody, you we hope, gave it to an account at ${ctx.shop.brand}. Please confirm that it is yours.`,
        label: 'Confirm my address',
      });
    case 'account.reset-password':
      return accountLetter(message.payload, {
        subject: `Choose a new password for ${ctx.shop.brand}`,
        heading: 'A new password',
        asks: `Somebody, you we hope, asked for a new password for your account at ${ctx.shop.brand}.`,
        label: 'Choose a new password',
      });
  }
}

/** True for what stands in an order in place of the address of a deleted account. */
function isForgotten(email: string): boolean {
  return email.endsWith('@account.invalid');
}

async function contactLetter(ctx: Ctx, id: string): Promise<Letter> {
  const { name, email, message } = await findContactMessage(ctx, id);
  const writer = oneLine(name) || 'a visitor';
  return {
    to: ctx.shop.contact.email,
    replyTo: email ? { name: oneLine(name), address: email } : null,
    subject: `Message from ${writer}`,
    heading: `Message from ${writer}`,
    blocks: [
      { kind: 'quote', text: message },
      { kind: 'text', text: email ? `Answer to ${email}.` : 'No e-mail address was left.' },
    ],
    form: { user_name: oneLine(name), user_email: email, message },
  };
}

function accountLetter(
  { email, name, url }: { email: string; name: string; url: string },
  words: { subject: string; heading: string; asks: string; label: string },
): Letter {
  return {
    to: email,
    subject: words.subject,
    heading: words.heading,
    blocks: [
      { kind: 'text', text: `Hello ${plainName(name) ?? 'there'},` },
      { kind: 'text', text: words.asks },
      { kind: 'action', label: words.label, url },
      {
        kind: 'text',
        text: 'The link works for a while and once. If it was not you, there is nothing to do.',
      },
    ],
  };
}

// Whoever makes an account chooses the name, and the address may be somebody else's: a name that
// could be read as a message or a link is left out.
function plainName(name: string): string | null {
  return /^[\p{L}\p{M}\p{N} '’-]{1,60}$/u.test(name) ? name : null;
}
