/**
 * The list of email kinds, each with the fields of its outbox row. `emails/email-kinds.ts` defines
 * how a kind is written and sent.
 */
import { z } from 'zod';

const anOrder = z.object({ orderId: z.string() });
const aReturn = anOrder.extend({ returnId: z.string() });
/** `url` is the link to follow, which expires. */
const aLink = z.object({ email: z.string(), url: z.string() });

/** Links that somebody waits for. They are sent before all others of the last hour. */
const awaited = {
  /** Somebody asked for the link of a guest's order. */
  'order.link': anOrder,
  'account.verify-email': aLink,
  'account.change-email': aLink,
  'account.reset-password': aLink,
};

const others = {
  'order.placed': anOrder,
  /** `isFirst`: no email about the placed order was sent. */
  'order.paid': anOrder.extend({ isFirst: z.boolean().optional() }),
  /** The order must be paid soon. */
  'order.payment-reminder': anOrder,
  /** A parcel of the order is on its way. */
  'order.shipped': anOrder.extend({ fulfillmentId: z.string() }),
  'order.delivered': anOrder.extend({ fulfillmentId: z.string() }),
  /** A parcel that its customer was told of has not left. `lines` is what was in it. */
  'order.parcel-taken-back': anOrder.extend({
    fulfillmentId: z.string(),
    lines: z.array(z.object({ position: z.int(), quantity: z.int() })),
    /** ISO 8601. */
    takenBackAt: z.string(),
  }),
  /** `key` is that of the cancellation. */
  'order.lines-cancelled': anOrder.extend({ key: z.string() }),
  /** `isByStaff`: staff recorded it for the customer. */
  'return.requested': aReturn.extend({ isByStaff: z.boolean().optional() }),
  'return.approved': aReturn,
  'return.declined': aReturn,
  'return.received': aReturn,
  /** The extra payment of a return was captured. */
  'exchange.paid': aReturn,
  /** Staff waived what the exchanges of a return cost more. */
  'exchange.waived': aReturn,
  /** What goes out for a return is on its way. */
  'exchange.shipped': anOrder.extend({ fulfillmentId: z.string() }),
  'staff.return-requested': aReturn,
  'order.expired': anOrder,
  'order.cancelled': anOrder,
  'staff.new-order': anOrder,
  /** Its customer cancelled all of a paid order. */
  'staff.order-cancelled': anOrder,
  /** A job recorded that this goes back of a difference that came outside of the shop. */
  'staff.difference-refunded': aReturn.extend({ amountMinor: z.int() }),
  /** Orders wait too long to be shipped. */
  'staff.unshipped': z.object({}),
  'payment.refunded': z.object({ refundId: z.string() }),
  /** `email` is the one that the account had before. */
  'account.email-changed': z.object({ email: z.string() }),
  /** `orderId` is any of the orders. Its account or network reserves much of the stock. */
  'stock.held': anOrder.extend({ by: z.enum(['account', 'network']) }),
  /** `earlier` is how many messages its site had sent before on that day. */
  'contact.message': z.object({ contactMessageId: z.string(), earlier: z.int().optional() }),
};

export const emailPayloads = { ...awaited, ...others };

export const isAwaited = (kind: EmailKind): boolean => Object.hasOwn(awaited, kind);

type Payloads = { [K in keyof typeof emailPayloads]: z.infer<(typeof emailPayloads)[K]> };

export type EmailKind = keyof Payloads;
export type EmailPayload<K extends EmailKind> = Payloads[K];

/** An email to send, as written to the outbox. */
export type OutboxMessage = { [K in EmailKind]: { kind: K; payload: Payloads[K] } }[EmailKind];
