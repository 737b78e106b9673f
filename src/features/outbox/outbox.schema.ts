/** A message that has not gone out, as staff see it. Times in ISO 8601. */
export interface OutgoingView {
  id: string;
  kind:
    | 'order.placed'
    | 'order.paid'
    | 'order.expired'
    | 'order.cancelled'
    | 'staff.new-order'
    | 'payment.refunded'
    | 'stock.held'
    | 'contact.message'
    | 'account.verify-email'
    | 'account.reset-password';
  /** The order's number, or whose message or account it is. */
  about: string | null;
  createdAt: string;
  attempts: number;
  lastError: string | null;
  /** Null when nobody tries any more, or nothing is set up that could. */
  nextTryAt: string | null;
  /** It was tried so often that somebody should look. */
  isStuck: boolean;
  /** Something is set up that carries messages of this kind. */
  isCarried: boolean;
}

/** A mail in the demo's mailbox, without its HTML. */
export interface MailView {
  id: string;
  from: string;
  to: string;
  replyTo: string | null;
  subject: string;
  text: string;
  receivedAt: string;
}
