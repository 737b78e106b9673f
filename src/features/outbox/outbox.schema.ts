/**
 * The list of email kinds, each with what its row in the outbox holds. How an email of a kind is
 * written and sent stands in `emails/email-kinds.ts`.
 */
import { z } from 'zod';

const anOrder = z.object({ orderId: z.string() });
/** `url` is the link to follow, good for a while. */
const aLink = z.object({ email: z.string(), url: z.string() });

export const emailPayloads = {
  'order.placed': anOrder,
  /** `isFirst`: it is the first that the customer hears of the order. */
  'order.paid': anOrder.extend({ isFirst: z.boolean().optional() }),
  'order.expired': anOrder,
  'order.cancelled': anOrder,
  'staff.new-order': anOrder,
  'payment.refunded': z.object({ refundId: z.string() }),
  /** `orderId` is one of the orders; its account or its network holds much of the stock. */
  'stock.held': anOrder.extend({ by: z.enum(['account', 'network']) }),
  'contact.message': z.object({ contactMessageId: z.string() }),
  'account.verify-email': aLink,
  'account.reset-password': aLink,
};

type Payloads = { [K in keyof typeof emailPayloads]: z.infer<(typeof emailPayloads)[K]> };

export type EmailKind = keyof Payloads;
export type EmailPayload<K extends EmailKind> = Payloads[K];

/** An email to be sent, as it is written to the outbox. */
export type OutboxMessage = { [K in EmailKind]: { kind: K; payload: Payloads[K] } }[EmailKind];
