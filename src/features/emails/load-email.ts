/** Loads the current data of emails and fills their templates. */
import type { ContactForm, Mail } from '#adapters/mail/port.ts';
import { hasConfirmedEmail } from '../accounts/accounts.ts';
import { findContactMessage } from '../contact/contact.ts';
import type { Ctx } from '../context.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import { findHolderOfOrder, findUnshipped, viewOrder } from '../orders/orders.ts';
import type { EmailPayload } from '../outbox/outbox.schema.ts';
import { viewRefund } from '../payments/payments.ts';
import { plainLines, plainName, plainPlace } from './plain-names.ts';
import type { EmailTemplate } from './render-email.ts';
import { cancelledByCustomer } from './templates/cancelled-by-customer.ts';
import { contactMessage } from './templates/contact-message.ts';
import { heldStock } from './templates/held-stock.ts';
import { newOrder } from './templates/new-order.ts';
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
}

/** An order email to its customer; null when the account is deleted. */
export async function loadOrderEmail(
  ctx: Ctx,
  orderId: string,
  fill: (order: OrderView, repeated: Repeated) => EmailTemplate,
): Promise<EmailContent | null> {
  const order = await viewOrder(ctx, orderId);
  if (isForgotten(order.email)) return null;
  return { to: order.email, ...fill(order, await whatToRepeat(ctx, order)) };
}

/** Null once the order is paid, cancelled or overdue. */
export async function loadPaymentReminder(
  ctx: Ctx,
  { orderId }: EmailPayload<'order.payment-reminder'>,
): Promise<EmailContent | null> {
  const { status, paymentDueAt } = await viewOrder(ctx, orderId);
  if (status !== 'pending' || Date.parse(paymentDueAt) <= ctx.now().getTime()) return null;
  return loadOrderEmail(ctx, orderId, (order) => paymentReminder(order, ctx.baseUrl));
}

/** Null when all is shipped by now. */
export async function loadUnshippedEmail(ctx: Ctx): Promise<ShopEmailContent | null> {
  const found = await findUnshipped(ctx);
  return found.count > 0 ? unshippedOrders(found, ctx.baseUrl) : null;
}

export async function loadNewOrderEmail(ctx: Ctx, orderId: string): Promise<ShopEmailContent> {
  const order = await viewOrder(ctx, orderId);
  const isConfirmed = await hasConfirmedEmail(ctx, order.email);
  return newOrder(order, ctx.baseUrl, isConfirmed);
}

export async function loadCancelledByCustomer(
  ctx: Ctx,
  orderId: string,
): Promise<ShopEmailContent> {
  return cancelledByCustomer(await viewOrder(ctx, orderId), ctx.baseUrl);
}

export async function loadRefundEmail(ctx: Ctx, refundId: string): Promise<EmailContent | null> {
  const refund = await viewRefund(ctx, refundId);
  // The bank returned the refund before this was sent.
  if (refund.status !== 'done') return null;
  const order = refund.orderId ? await viewOrder(ctx, refund.orderId) : null;
  const to = order?.email ?? refund.userEmail;
  const parts = order?.refunds.find(({ id }) => id === refundId) ?? null;
  return to && !isForgotten(to) ? { to, ...paymentRefunded(refund, order, parts) } : null;
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

// Anyone can register with another person's address and choose any name and city. Before the
// address is confirmed, none of this text is sent to it. After that, no text is sent that could be
// read as a message or a link.
async function whatToRepeat(ctx: Ctx, order: OrderView): Promise<Repeated> {
  const { email, name, city, zip, address } = order;
  if (!(await hasConfirmedEmail(ctx, email))) {
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
