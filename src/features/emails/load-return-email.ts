/** Loads the current data of emails about returns. */
import type { Ctx } from '../context.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import { viewOrder } from '../orders/orders.ts';
import type { ReturnView } from '../orders/returns/return-view.schema.ts';
import type { EmailPayload } from '../outbox/outbox.schema.ts';
import {
  type EmailContent,
  isConfirmed,
  loadOrderEmail,
  type ShopEmailContent,
} from './load-email.ts';
import type { OrderPageLinks } from './order-page-links.ts';
import { plainLines } from './plain-names.ts';
import type { EmailTemplate } from './render-email.ts';
import { returnForStaff } from './templates/return-for-staff.ts';

export interface ReturnFacts {
  order: OrderView;
  one: ReturnView;
  baseUrl: string;
  /** Where parcels go back to. */
  shopAddress: string[];
  /** Days after the approval for which exchanges stay reserved. */
  exchangeDays: number;
  /**
   * Whether the customer has confirmed the address. Only then may the email repeat what people
   * typed.
   */
  isConfirmed: boolean;
}

export interface CustomerReturnFacts extends ReturnFacts {
  links: OrderPageLinks;
}

/** An email to a customer about a return; null when they withdrew it, or the account is deleted. */
export async function loadReturnEmail(
  ctx: Ctx,
  { orderId, returnId }: EmailPayload<'return.requested'>,
  fill: (facts: CustomerReturnFacts) => EmailTemplate,
): Promise<EmailContent | null> {
  const facts = await loadFacts(ctx, await viewOrder(ctx, orderId), returnId);
  if (facts.one.state === 'withdrawn') return null;
  return loadOrderEmail(ctx, orderId, (_order, _repeated, links) => fill({ ...facts, links }));
}

/** An email to the shop about a return that waits for a decision; null when it waits no longer. */
export async function loadStaffReturnEmail(
  ctx: Ctx,
  { orderId, returnId }: EmailPayload<'staff.return-requested'>,
): Promise<ShopEmailContent | null> {
  const facts = await loadFacts(ctx, await viewOrder(ctx, orderId), returnId);
  if (facts.one.state !== 'requested') return null;
  const { note } = facts.one;
  const isPlain = facts.isConfirmed && note !== null && plainLines([note]) !== null;
  return returnForStaff(facts, isPlain ? note : null);
}

async function loadFacts(ctx: Ctx, order: OrderView, returnId: string): Promise<ReturnFacts> {
  const one = order.returns.find(({ id }) => id === returnId);
  if (!one) throw new Error(`Return ${returnId} is not in order ${order.id}.`);
  const { brand, contact } = ctx.shop;
  return {
    order,
    one,
    baseUrl: ctx.baseUrl,
    shopAddress: [brand, ...contact.address],
    exchangeDays: ctx.shop.returns.exchangeDays ?? 0,
    isConfirmed: await isConfirmed(ctx, order),
  };
}
