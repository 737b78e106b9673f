/**
 * Every kind of email: who gets it, who carries it, what limits it and what it says. A kind that is
 * listed in `outbox/outbox.schema.ts` and not here, or here without one of its parts, does not compile.
 */
import type { MailPort } from '#adapters/mail/port.ts';
import type { Ctx } from '../context.ts';
import { findReplacement } from '../orders/orders.ts';
import type { EmailKind, EmailPayload } from '../outbox/outbox.schema.ts';
import {
  type EmailContent,
  loadContactEmail,
  loadHeldStockEmail,
  loadNewOrderEmail,
  loadOrderEmail,
  loadRefundEmail,
} from './load-email.ts';
import { resetPassword, verifyEmail } from './templates/account-links.ts';
import { orderCancelled, orderExpired, orderPaid, orderPlaced } from './templates/order-emails.ts';

export interface EmailKindDefinition<K extends EmailKind> {
  /** What staff read at `/mailbox` while it waits. */
  label: string;
  /** Whose limits of `shop.config.ts` count it, and what a summary of held emails says. */
  audience: 'customer' | 'shop';
  /** Which of `ctx.mail` sends it. `contact` may be EmailJS, which sends nothing but a `form`. */
  carrier: 'standard' | 'contact';
  /**
   * When its recipient has had too many emails it waits, and then goes alone, in a summary of all that
   * waits for the recipient, or in one of its kind. What is not counted never waits.
   */
  overLimit: 'not-counted' | 'goes-alone' | 'joins-recipient' | 'joins-kind';
  /**
   * What it says now and to whom; null when there is nobody left to tell. What somebody typed goes to
   * no address that nobody has confirmed: `hasConfirmedEmail`.
   */
  load(ctx: Ctx, payload: EmailPayload<K>): Promise<EmailContent | null>;
}

export const emailKinds: { [K in EmailKind]: EmailKindDefinition<K> } = {
  'order.placed': {
    label: 'Order placed',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'joins-recipient',
    load: (ctx, { orderId }) =>
      loadOrderEmail(ctx, orderId, (order, repeated) => orderPlaced(order, ctx.baseUrl, repeated)),
  },
  'order.paid': {
    label: 'Payment receipt',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'joins-recipient',
    load: (ctx, { orderId, isFirst = false }) =>
      loadOrderEmail(ctx, orderId, (order, repeated) =>
        orderPaid(order, ctx.baseUrl, repeated, isFirst),
      ),
  },
  'order.expired': {
    label: 'Order expired',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'joins-recipient',
    load: (ctx, { orderId }) =>
      loadOrderEmail(ctx, orderId, (order) => orderExpired(order, ctx.baseUrl)),
  },
  'order.cancelled': {
    label: 'Order cancelled',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'joins-recipient',
    load: async (ctx, { orderId }) => {
      // Undone meanwhile: nobody has to hear of the cancellation.
      const isUndone = (await findReplacement(ctx.db, orderId)) !== null;
      if (isUndone) return null;
      return loadOrderEmail(ctx, orderId, orderCancelled);
    },
  },
  'staff.new-order': {
    label: 'New order, for the shop',
    audience: 'shop',
    carrier: 'standard',
    overLimit: 'joins-kind',
    load: (ctx, { orderId }) => loadNewOrderEmail(ctx, orderId),
  },
  'payment.refunded': {
    label: 'Payment refunded',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'joins-recipient',
    load: (ctx, { refundId }) => loadRefundEmail(ctx, refundId),
  },
  'stock.held': {
    label: 'Much stock held without payment',
    audience: 'shop',
    carrier: 'standard',
    overLimit: 'joins-kind',
    load: loadHeldStockEmail,
  },
  'contact.message': {
    label: 'Contact message',
    audience: 'shop',
    carrier: 'contact',
    // Whoever responds to one responds to a person.
    overLimit: 'goes-alone',
    load: (ctx, { contactMessageId }) => loadContactEmail(ctx, contactMessageId),
  },
  // Links are counted where they are asked for, so that a flood of orders can't use them up.
  'account.verify-email': {
    label: 'Confirming an e-mail address',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'not-counted',
    load: async (ctx, link) => ({ to: link.email, ...verifyEmail(link.url, ctx.shop.brand) }),
  },
  'account.reset-password': {
    label: 'A new password',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'not-counted',
    load: async (ctx, link) => ({ to: link.email, ...resetPassword(link.url, ctx.shop.brand) }),
  },
};

/** The kinds that something is set up to carry. */
export function carriedKinds(ctx: Ctx): EmailKind[] {
  const kinds = Object.keys(emailKinds) as EmailKind[];
  return kinds.filter((kind) => carrierOf(ctx, kind) !== null);
}

/** What carries emails of this kind; null: nothing is set up that could. */
export function carrierOf(ctx: Ctx, kind: EmailKind): MailPort | null {
  return ctx.mail[emailKinds[kind].carrier];
}
