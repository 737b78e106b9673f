/**
 * Owns what the shop's mail says. Promises: every letter is HTML and text of the same content; what
 * people wrote is text in both and can't become a header; it tells how things stand when it is
 * written, so an order that was paid meanwhile is not asked to be paid.
 */
import type { Mail } from '#adapters/mail/port.ts';
import { oneLine } from '#shared/one-line.ts';
import { newOrdersAddress } from '#shared/shop-config.ts';
import { hasConfirmedEmail } from '../accounts/accounts.ts';
import { findContactMessage } from '../contact/contact.ts';
import type { Ctx } from '../context.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import { findHolderOfOrder, findReplacement, viewOrder } from '../orders/orders.ts';
import type { OutboxMessage } from '../outbox/outbox.ts';
import { viewRefund } from '../payments/payments.ts';
import { heldStock } from './held-stock-letter.ts';
import { joinLetters } from './joint-letter.ts';
import {
  orderCancelled,
  orderExpired,
  orderPaid,
  orderPlaced,
  paymentRefunded,
  type Repeated,
} from './order-letters.ts';
import { type LetterBody, renderLetter } from './render-letter.ts';
import { newOrder } from './staff-letters.ts';
import { plainName, plainPlace } from './words.ts';

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
  return letter && addressLetter(ctx, id, letter);
}

/** More are only counted. */
const MOST_NAMED = 50;

/** One mail that tells all these messages to their one recipient; null when nobody is left. */
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
  const unnamed = Math.max(0, messages.length - MOST_NAMED);
  if (letters.length + unnamed === 1) return addressLetter(ctx, id, first);
  const { to } = first;
  const isShop = to === newOrdersAddress(ctx.shop) || to === ctx.shop.contact.email;
  const subjects = letters.map(({ subject }) => subject);
  const joint = joinLetters(subjects, { unnamed, isShop, baseUrl: ctx.baseUrl });
  return addressLetter(ctx, id, { to, ...joint });
}

/** A letter as the mail of the message with this id. */
function addressLetter(ctx: Ctx, id: string, letter: Letter): Mail {
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

/** What a message says and to whom; null when there is nobody left to tell. */
async function letterOf(ctx: Ctx, message: OutboxMessage): Promise<Letter | null> {
  switch (message.kind) {
    case 'order.placed':
    case 'order.paid':
    case 'order.expired':
    case 'order.cancelled':
      return orderLetter(ctx, message);
    case 'staff.new-order': {
      const order = await viewOrder(ctx, message.payload.orderId);
      const isConfirmed = await hasConfirmedEmail(ctx, order.email);
      return { to: newOrdersAddress(ctx.shop), ...newOrder(order, ctx.baseUrl, isConfirmed) };
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
      if (!holder) return null;
      const letter = heldStock(holder, ctx.baseUrl);
      return { to: ctx.shop.contact.email, ...letter };
    }
    case 'contact.message':
      return contactLetter(ctx, message.payload.contactMessageId);
    case 'account.verify-email':
      return accountLetter(message.payload, {
        subject: `Confirm your e-mail address for ${ctx.shop.brand}`,
        heading: 'Is this your e-mail address?',
        asks: `Somebody, hopefully you, used it for an account at ${ctx.shop.brand}. Please confirm that it is yours.`,
        label: 'Confirm my address',
      });
    case 'account.reset-password':
      return accountLetter(message.payload, {
        subject: `Choose a new password for ${ctx.shop.brand}`,
        heading: 'A new password',
        asks: `Somebody, hopefully you, asked for a new password for your account at ${ctx.shop.brand}.`,
        label: 'Choose a new password',
      });
  }
}

async function orderLetter(
  ctx: Ctx,
  message: Exclude<
    Extract<OutboxMessage, { payload: { orderId: string } }>,
    { kind: 'staff.new-order' | 'stock.held' }
  >,
): Promise<Letter | null> {
  const order = await viewOrder(ctx, message.payload.orderId);
  const to = order.email;
  if (isForgotten(to)) return null;
  // Undone meanwhile: nobody has to hear of the cancellation.
  const isUndone =
    message.kind === 'order.cancelled' && (await findReplacement(ctx.db, order.id)) !== undefined;
  if (isUndone) return null;
  const repeated = await whatToRepeat(ctx, order);
  switch (message.kind) {
    case 'order.placed':
      return { to, ...orderPlaced(order, ctx.baseUrl, repeated) };
    case 'order.paid':
      return { to, ...orderPaid(order, ctx.baseUrl, repeated, message.payload.isFirst ?? false) };
    case 'order.expired':
      return { to, ...orderExpired(order, ctx.baseUrl) };
    case 'order.cancelled':
      return { to, ...orderCancelled(order) };
  }
}

// Whoever registers an address that is somebody else's chooses name and city: no word of theirs goes
// there before the address is confirmed, and none afterwards that could be a message or a link.
async function whatToRepeat(ctx: Ctx, { email, name, city, zip }: OrderView): Promise<Repeated> {
  if (!(await hasConfirmedEmail(ctx, email))) return { name: null, place: null };
  return {
    name: plainName(name),
    place: plainPlace([city, zip].filter(Boolean).join(', ')),
  };
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
      { kind: 'text', text: email ? `Reply to ${email}.` : 'No e-mail address was left.' },
    ],
    form: { user_name: oneLine(name), user_email: email, message },
  };
}

// The greeting is fixed: whoever makes an account chooses its name, and the address may be somebody else's.
function accountLetter(
  { email, url }: { email: string; url: string },
  words: { subject: string; heading: string; asks: string; label: string },
): Letter {
  return {
    to: email,
    subject: words.subject,
    heading: words.heading,
    blocks: [
      { kind: 'text', text: 'Hello,' },
      { kind: 'text', text: words.asks },
      { kind: 'action', label: words.label, url },
      {
        kind: 'text',
        text: 'The link works once, for an hour. If it was not you, you need not do anything.',
      },
    ],
  };
}
