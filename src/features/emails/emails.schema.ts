import type { EmailKind } from '../outbox/outbox.schema.ts';

/** An unsent email, as staff see it. Times in ISO 8601. */
export interface UnsentEmailView {
  id: string;
  kind: EmailKind;
  /** The label of its kind. */
  label: string;
  /** The order's number, or the sender of the message, or the account's email. */
  about: string | null;
  createdAt: string;
  attempts: number;
  lastError: string | null;
  /** Null when attempts have stopped, or no adapter is set up. */
  nextAttemptAt: string | null;
  /** It failed so often that staff should look at it. */
  isStuck: boolean;
  /** An adapter for emails of this kind is set up. */
  isCarried: boolean;
}

/** A captured email without its HTML. */
export interface CapturedEmailView {
  id: string;
  from: string;
  to: string;
  replyTo: string | null;
  subject: string;
  text: string;
  receivedAt: string;
}

/** An email filled with an example, without its HTML. */
export interface EmailPreview {
  kind: EmailKind;
  label: string;
  audience: 'customer' | 'shop';
  subject: string;
  text: string;
}
