/** Loads the current data of emails and fills their templates. */
import type { ContactForm, Mail } from '#adapters/mail/port.ts';
import { hasConfirmedEmail } from '../accounts/accounts.ts';
import { findContactMessage } from '../contact/contact.ts';
import type { Ctx } from '../context.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import { findHolderOfOrder, findUnshipped, viewOrder } from '../orders/orders.ts';
import type { EmailPayload } from '../outbox/outbox.schema.ts';
import { viewRefund } from '../payments/payments.ts';
import { linksFor, type OrderPageLinks } from './order-page-links.ts';
import { plainLines, plainName, plainPlace } from './plain-names.ts';
import type { EmailTemplate } from './render-email.ts';
import { cancelledByCustomer } from './templates/cancelled-by-customer.ts';
import { contactMessage } from './templates/contact-message.ts';
import { differenceRefunded } from './templates/difference-refunded.ts';
import { heldStock } from './templates/held-stock.ts';
import { newOrder } from './templates/new-order.ts';
import { orderLink } from './templates/order-link.ts';
import type { Repeated } from './templates/order-parts.ts';
import { paymentRefunded } from './templates/payment-refunded.ts';
import { paymentReminder } from './templates/payment-reminder.ts';
import { unshippedOrders } from './templates/unshipped-orders.ts';

export interface ShopEmailContent extends EmailTemplate {
  replyTo?: Mail['replyTo'];
  /** For an adapter that fills its own template. */
  form?: Mail['form'];
}

export interface EmailContent extends ShopEmailContent {
  to: string;
  /** The email is about a guest's order, so nobody has confirmed that `to` wants it. */
  isOfGuest?: boolean;
  /** The email is about an order that was paid. */
  isPaid?: boolean;
}

/** An order email to its customer; null when the account is deleted. */
export async function loadOrderEmail(
  ctx: Ctx,
  orderId: string,
  fill: (order: OrderView, repeated: Repeated, links: OrderPageLinks) => EmailTemplate,
): Promise<EmailContent | null> {
  const order = await viewOrder(ctx, orderId);
  if (isForgotten(order.email)) return null;
  const { email: to, isGuest: isOfGuest } = order;
  const isPaid = order.paidAt !== null;
  const [repeated, links] = [await whatToRepeat(ctx, order), await linksFor(ctx, order)];
  return { to, isOfGuest, isPaid, ...fill(order, repeated, links) };
}

/** Null when the parcel was taken back meanwhile. */
export async function loadParcelEmail(
  ctx: Ctx,
  { orderId, fulfillmentId }: EmailPayload<'order.shipped'>,
  fill: Parameters<typeof loadOrderEmail>[2],
): Promise<EmailContent | null> {
  const { fulfillments } = await viewOrder(ctx, orderId);
  if (!fulfillments.some(({ id }) => id === fulfillmentId)) return null;
  return loadOrderEmail(ctx, orderId, fill);
}

/** Null when the order became an account's meanwhile. */
export async function loadOrderLink(
  ctx: Ctx,
  { orderId }: EmailPayload<'order.link'>,
): Promise<EmailContent | null> {
  if (!(await viewOrder(ctx, orderId)).isGuest) return null;
  return loadOrderEmail(ctx, orderId, (order, _, links) => orderLink(order, links));
}

/** Null once the order is paid, cancelled or overdue. */
export async function loadPaymentReminder(
  ctx: Ctx,
  { orderId }: EmailPayload<'order.payment-reminder'>,
): Promise<EmailContent | null> {
  const { status, paymentDueAt } = await viewOrder(ctx, orderId);
  if (status !== 'pending' || Date.parse(paymentDueAt) <= ctx.now().getTime()) return null;
  return loadOrderEmail(ctx, orderId, (order, _, links) => paymentReminder(order, links));
}

/** Null when all is shipped by now. */
export async function loadUnshippedEmail(ctx: Ctx): Promise<ShopEmailContent | null> {
  const found = await findUnshipped(ctx);
  return found.count > 0 ? unshippedOrders(found, ctx.baseUrl) : null;
}

export async function loadNewOrderEmail(ctx: Ctx, orderId: string): Promise<ShopEmailContent> {
  const order = await viewOrder(ctx, orderId);
  return newOrder(order, ctx.baseUrl, await isConfirmed(ctx, order));
}

export async function loadCancelledByCustomer(
  ctx: Ctx,
  orderId: string,
): Promise<ShopEmailContent> {
  return cancelledByCustomer(await viewOrder(ctx, orderId), ctx.baseUrl);
}

export async function loadDifferenceRefunded(
  ctx: Ctx,
  { orderId, amountMinor }: EmailPayload<'staff.difference-refunded'>,
): Promise<ShopEmailContent> {
  return differenceRefunded(await viewOrder(ctx, orderId), amountMinor, ctx.baseUrl);
}

export async function loadRefundEmail(ctx: Ctx, refundId: string): Promise<EmailContent | null> {
  const refund = await viewRefund(ctx, refundId);
  // The bank returned the refund before this was sent.
  if (refund.status !== 'done') return null;
  const order = refund.orderId ? await viewOrder(ctx, refund.orderId) : null;
  const to = order?.email ?? refund.userEmail;
  const parts = order?.refunds.find(({ id }) => id === refundId) ?? null;
  if (!to || isForgotten(to)) return null;
  const about = { isOfGuest: order?.isGuest ?? false, isPaid: order?.paidAt != null };
  return { to, ...about, ...paymentRefunded(refund, order, parts) };
}

export async function loadHeldStockEmail(
  ctx: Ctx,
  { orderId, by }: EmailPayload<'stock.held'>,
): Promise<ShopEmailContent | null> {
  const holder = await findHolderOfOrder(ctx, orderId, by);
  if (!holder) return null;
  return heldStock(holder, ctx.baseUrl);
}

export async function loadContactEmail(
  ctx: Ctx,
  id: string,
): Promise<ShopEmailContent & { form: ContactForm }> {
  return contactMessage(await findContactMessage(ctx, id));
}

/**
 * Whether the customer of an order has confirmed its address. A guest never has: somebody else may
 * have typed it, even if an account has confirmed it.
 */
export async function isConfirmed(
  ctx: Ctx,
  { email, isGuest }: Pick<OrderView, 'email' | 'isGuest'>,
): Promise<boolean> {
  return !isGuest && hasConfirmedEmail(ctx, email);
}

// Anyone can register with another person's address, or type it as a guest, and choose any name and
// city. Before the address is confirmed, none of this text is sent to it. After that, no text is
// sent that could be read as a message or a link.
async function whatToRepeat(ctx: Ctx, order: OrderView): Promise<Repeated> {
  const { name, city, zip, address } = order;
  if (!(await isConfirmed(ctx, order))) {
    return { name: null, place: null, addressLines: null };
  }
  return {
    name: plainName(name),
    place: plainPlace([city, zip].filter(Boolean).join(', ')),
    addressLines: address && plainLines(address.lines),
  };
}

/** True for the placeholder address in orders of a deleted account. */
function isForgotten(email: string): boolean {
  return email.endsWith('@account.invalid');
}
