/**
 * Every kind of email: its recipient, carrier, limit and text. A kind of `outbox/outbox.schema.ts`
 * that is missing here, or lacks one of its parts, does not compile.
 */
import type { ContactForm, MailPort } from '#adapters/mail/port.ts';
import { newOrdersAddress } from '#shared/shop-config.ts';
import type { Ctx } from '../context.ts';
import { findReplacement } from '../orders/orders.ts';
import { OWN_CANCELLATION } from '../orders/view/parcel-view.schema.ts';
import type { EmailKind, EmailPayload } from '../outbox/outbox.schema.ts';
import {
  type EmailContent,
  loadCancelledByCustomer,
  loadContactEmail,
  loadDifferenceRefunded,
  loadHeldStockEmail,
  loadNewOrderEmail,
  loadOrderEmail,
  loadOrderLink,
  loadParcelEmail,
  loadPaymentReminder,
  loadRefundEmail,
  loadUnshippedEmail,
  type ShopEmailContent,
} from './load-email.ts';
import { loadReturnEmail, loadStaffReturnEmail } from './load-return-email.ts';
import type { EmailTemplate } from './render-email.ts';
import type { Sample } from './sample.ts';
import { accountEmailChanged } from './templates/account-email-changed.ts';
import { cancelledByCustomer } from './templates/cancelled-by-customer.ts';
import { changeEmail } from './templates/change-email.ts';
import { contactMessage } from './templates/contact-message.ts';
import { differenceRefunded } from './templates/difference-refunded.ts';
import { exchangePaid } from './templates/exchange-paid.ts';
import { exchangeShipped } from './templates/exchange-shipped.ts';
import { exchangeWaived } from './templates/exchange-waived.ts';
import { heldStock } from './templates/held-stock.ts';
import { newOrder } from './templates/new-order.ts';
import { orderCancelled } from './templates/order-cancelled.ts';
import { orderDelivered } from './templates/order-delivered.ts';
import { orderExpired } from './templates/order-expired.ts';
import { orderLinesCancelled } from './templates/order-lines-cancelled.ts';
import { orderLink } from './templates/order-link.ts';
import { orderPaid } from './templates/order-paid.ts';
import { orderPlaced } from './templates/order-placed.ts';
import { orderShipped } from './templates/order-shipped.ts';
import { parcelTakenBack } from './templates/parcel-taken-back.ts';
import { paymentRefunded } from './templates/payment-refunded.ts';
import { paymentReminder } from './templates/payment-reminder.ts';
import { resetPassword } from './templates/reset-password.ts';
import { returnApproved } from './templates/return-approved.ts';
import { returnDeclined } from './templates/return-declined.ts';
import { returnForStaff } from './templates/return-for-staff.ts';
import { returnReceived } from './templates/return-received.ts';
import { returnRequested } from './templates/return-requested.ts';
import { unshippedOrders } from './templates/unshipped-orders.ts';
import { verifyEmail } from './templates/verify-email.ts';

type EmailKindDefinition<K extends EmailKind> = Common &
  (ToCustomer<K> | (ToShop & (Standard<K> | Contact<K>)));

interface Common {
  /** What staff read at `/admin/emails` while it waits. */
  label: string;
  /**
   * What happens over its recipient's limit. It waits, and is then sent on its own, in a summary of
   * all that waits for the recipient, or in a summary of its kind. A kind that is not counted never
   * waits.
   */
  overLimit: 'not-counted' | 'goes-alone' | 'joins-recipient' | 'joins-kind';
  /** Fills the text with an example, for staff. */
  preview(sample: Sample): EmailTemplate;
}

/**
 * `audience` says which limit of `shop.config.ts` applies, and who gets a summary of held emails.
 * `carrier` is the adapter of `ctx.mail` that sends it. `load` returns the current content; null
 * when the email must not be sent any more, because there is no recipient or the order has another
 * status. Text that people typed goes only to confirmed addresses: see `hasConfirmedEmail`.
 */
interface ToCustomer<K extends EmailKind> {
  audience: 'customer';
  carrier: 'standard';
  load(ctx: Ctx, payload: EmailPayload<K>): Promise<EmailContent | null>;
}

/** `to` is known without the content, which is not loaded while the limit is used up. */
interface ToShop {
  audience: 'shop';
  to(ctx: Ctx): string;
}

interface Standard<K extends EmailKind> {
  carrier: 'standard';
  load(ctx: Ctx, payload: EmailPayload<K>): Promise<ShopEmailContent | null>;
}

/** The adapter may be EmailJS, which sends only the fields of a form. */
interface Contact<K extends EmailKind> {
  carrier: 'contact';
  load(
    ctx: Ctx,
    payload: EmailPayload<K>,
  ): Promise<(ShopEmailContent & { form: ContactForm }) | null>;
}

export const emailKinds: { [K in EmailKind]: EmailKindDefinition<K> } = {
  'order.placed': {
    label: 'Order placed',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'joins-recipient',
    load: (ctx, { orderId }) =>
      loadOrderEmail(ctx, orderId, (order, repeated, links) => orderPlaced(order, links, repeated)),
    preview: ({ order, links, repeated }) => orderPlaced(order, links, repeated),
  },
  'order.paid': {
    label: 'Payment receipt',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'joins-recipient',
    load: (ctx, { orderId, isFirst = false }) =>
      loadOrderEmail(ctx, orderId, (order, repeated, links) =>
        orderPaid(order, links, repeated, isFirst),
      ),
    preview: ({ order, links, repeated }) => orderPaid(order, links, repeated, true),
  },
  'order.link': {
    label: "The link of a guest's order",
    audience: 'customer',
    carrier: 'standard',
    // A summary would not have the link.
    overLimit: 'goes-alone',
    load: loadOrderLink,
    preview: ({ order, links }) => orderLink(order, links),
  },
  'order.shipped': {
    label: 'On its way',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'joins-recipient',
    load: (ctx, payload) =>
      loadParcelEmail(ctx, payload, (order, repeated, links) =>
        orderShipped(order, payload.fulfillmentId, links, repeated),
      ),
    preview: ({ order, parcel, links, repeated }) => orderShipped(order, parcel, links, repeated),
  },
  'order.delivered': {
    label: 'Delivered',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'joins-recipient',
    load: (ctx, { orderId, fulfillmentId }) =>
      loadOrderEmail(ctx, orderId, (order, _, links) =>
        orderDelivered(order, fulfillmentId, { links, returnDays: ctx.shop.returns.days }),
      ),
    preview: ({ order, parcel, links, ctx }) =>
      orderDelivered(order, parcel, { links, returnDays: ctx.shop.returns.days }),
  },
  'order.parcel-taken-back': {
    label: 'Not on its way yet',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'joins-recipient',
    load: (ctx, payload) =>
      loadOrderEmail(ctx, payload.orderId, (order, _, links) =>
        parcelTakenBack(order, payload, links),
      ),
    preview({ order, links }) {
      const lines = order.fulfillments[0]?.lines ?? [];
      const what = { lines, takenBackAt: order.createdAt };
      return parcelTakenBack({ ...order, fulfillments: [] }, what, links);
    },
  },
  'order.payment-reminder': {
    label: 'Payment reminder',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'joins-recipient',
    load: loadPaymentReminder,
    preview: ({ order, links }) => paymentReminder(order, links),
  },
  'order.lines-cancelled': {
    label: 'Items cancelled',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'joins-recipient',
    load: (ctx, { orderId, key }) =>
      loadOrderEmail(ctx, orderId, (order, _, links) => orderLinesCancelled(order, key, links)),
    preview: ({ order, links }) => orderLinesCancelled(order, OWN_CANCELLATION, links),
  },
  'return.requested': {
    label: 'Return requested',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'joins-recipient',
    load: (ctx, payload) =>
      loadReturnEmail(ctx, payload, (facts) => returnRequested(facts, payload.isByStaff)),
    preview: ({ facts }) => returnRequested(facts),
  },
  'return.approved': {
    label: 'Return approved',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'joins-recipient',
    load: (ctx, payload) => loadReturnEmail(ctx, payload, returnApproved),
    preview: ({ facts }) => returnApproved(facts),
  },
  'return.declined': {
    label: 'Return declined',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'joins-recipient',
    load: (ctx, payload) => loadReturnEmail(ctx, payload, returnDeclined),
    preview: ({ facts }) => returnDeclined(facts),
  },
  'return.received': {
    label: 'Return received',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'joins-recipient',
    load: (ctx, payload) => loadReturnEmail(ctx, payload, returnReceived),
    preview: ({ facts }) => returnReceived(facts),
  },
  'exchange.paid': {
    label: 'Exchange paid',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'joins-recipient',
    load: (ctx, payload) => loadReturnEmail(ctx, payload, exchangePaid),
    preview: ({ facts }) => exchangePaid(facts),
  },
  'exchange.waived': {
    label: 'Difference of an exchange waived',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'joins-recipient',
    load: (ctx, payload) => loadReturnEmail(ctx, payload, exchangeWaived),
    preview: ({ facts }) => exchangeWaived(facts),
  },
  'exchange.shipped': {
    label: 'Exchange sent',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'joins-recipient',
    load: (ctx, { orderId, fulfillmentId }) =>
      loadOrderEmail(ctx, orderId, (order, repeated, links) =>
        exchangeShipped(order, fulfillmentId, links, repeated),
      ),
    preview: ({ order, exchangeParcel, links, repeated }) =>
      exchangeShipped(order, exchangeParcel, links, repeated),
  },
  'staff.return-requested': {
    label: 'Return requested, for the shop',
    audience: 'shop',
    to: ({ shop }) => newOrdersAddress(shop),
    carrier: 'standard',
    overLimit: 'joins-kind',
    load: loadStaffReturnEmail,
    preview: ({ facts }) => returnForStaff(facts, facts.one.note),
  },
  'order.expired': {
    label: 'Order expired',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'joins-recipient',
    load: (ctx, { orderId }) =>
      loadOrderEmail(ctx, orderId, (order) => orderExpired(order, ctx.baseUrl)),
    preview: ({ order, ctx }) => orderExpired(order, ctx.baseUrl),
  },
  'order.cancelled': {
    label: 'Order cancelled',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'joins-recipient',
    load: async (ctx, { orderId }) => {
      // The deletion was undone meanwhile, so the cancellation email is not sent.
      const isUndone = (await findReplacement(ctx.db, orderId)) !== null;
      if (isUndone) return null;
      return loadOrderEmail(ctx, orderId, (order) => orderCancelled(order));
    },
    preview: ({ order }) => orderCancelled(order),
  },
  'staff.new-order': {
    label: 'New order, for the shop',
    audience: 'shop',
    to: ({ shop }) => newOrdersAddress(shop),
    carrier: 'standard',
    overLimit: 'joins-kind',
    load: (ctx, { orderId }) => loadNewOrderEmail(ctx, orderId),
    preview: ({ order, ctx }) => newOrder(order, ctx.baseUrl, true),
  },
  'staff.order-cancelled': {
    label: 'Cancelled by its customer, for the shop',
    audience: 'shop',
    to: ({ shop }) => newOrdersAddress(shop),
    carrier: 'standard',
    overLimit: 'joins-kind',
    load: (ctx, { orderId }) => loadCancelledByCustomer(ctx, orderId),
    preview: ({ order, ctx }) => cancelledByCustomer(order, ctx.baseUrl),
  },
  'staff.difference-refunded': {
    label: 'Difference of an exchange to give back, for the shop',
    audience: 'shop',
    to: ({ shop }) => newOrdersAddress(shop),
    carrier: 'standard',
    overLimit: 'joins-kind',
    load: loadDifferenceRefunded,
    preview: ({ order, refund, ctx }) => differenceRefunded(order, refund.amountMinor, ctx.baseUrl),
  },
  'staff.unshipped': {
    label: 'Orders to ship, for the shop',
    audience: 'shop',
    to: ({ shop }) => newOrdersAddress(shop),
    carrier: 'standard',
    overLimit: 'joins-kind',
    load: loadUnshippedEmail,
    preview: ({ unshipped, ctx }) => unshippedOrders(unshipped, ctx.baseUrl),
  },
  'payment.refunded': {
    label: 'Payment refunded',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'joins-recipient',
    load: (ctx, { refundId }) => loadRefundEmail(ctx, refundId),
    preview: ({ refund, order }) => paymentRefunded(refund, order, order.refunds[0] ?? null),
  },
  'stock.held': {
    label: 'A lot of stock held without payment',
    audience: 'shop',
    to: ({ shop }) => shop.contact.email,
    carrier: 'standard',
    overLimit: 'joins-kind',
    load: loadHeldStockEmail,
    preview: ({ holder, ctx }) => heldStock(holder, ctx.baseUrl),
  },
  'contact.message': {
    label: 'Contact message',
    audience: 'shop',
    to: ({ shop }) => shop.contact.email,
    carrier: 'contact',
    // Never in a summary, because staff reply to the sender of each.
    overLimit: 'goes-alone',
    load: (ctx, { contactMessageId }) => loadContactEmail(ctx, contactMessageId),
    preview: ({ order: { name, email } }) =>
      contactMessage({ name, email, message: 'Hello!\nWhen is the navy shirt back?' }),
  },
  // Links are limited where they are requested, so that a flood of order emails can't use up their
  // limit.
  'account.verify-email': {
    label: 'Confirming an email address',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'not-counted',
    load: async (ctx, link) => ({ to: link.email, ...verifyEmail(link.url, ctx.shop.brand) }),
    preview: ({ link, ctx }) => verifyEmail(link, ctx.shop.brand),
  },
  'account.change-email': {
    label: 'Confirming another email address',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'not-counted',
    load: async (ctx, link) => ({ to: link.email, ...changeEmail(link.url, ctx.shop.brand) }),
    preview: ({ link, ctx }) => changeEmail(link, ctx.shop.brand),
  },
  'account.email-changed': {
    label: 'The email address of an account was changed',
    audience: 'customer',
    carrier: 'standard',
    // Each follows a link that was limited.
    overLimit: 'not-counted',
    load: async (ctx, { email }) => ({ to: email, ...accountEmailChanged(ctx.shop) }),
    preview: ({ ctx }) => accountEmailChanged(ctx.shop),
  },
  'account.reset-password': {
    label: 'A new password',
    audience: 'customer',
    carrier: 'standard',
    overLimit: 'not-counted',
    load: async (ctx, link) => ({ to: link.email, ...resetPassword(link.url, ctx.shop.brand) }),
    preview: ({ link, ctx }) => resetPassword(link, ctx.shop.brand),
  },
};

/** The kinds that have an adapter. */
export function carriedKinds(ctx: Ctx): EmailKind[] {
  const kinds = Object.keys(emailKinds) as EmailKind[];
  return kinds.filter((kind) => carrierOf(ctx, kind) !== null);
}

/** The adapter for emails of this kind; null when none is set up. */
export function carrierOf(ctx: Ctx, kind: EmailKind): MailPort | null {
  return ctx.mail[emailKinds[kind].carrier];
}
