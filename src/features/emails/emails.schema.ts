import type { EmailKind } from '../outbox/outbox.schema.ts';

/** An email that has not gone out, as staff see it. Times in ISO 8601. */
export interface UnsentEmailView {
  id: string;
  kind: EmailKind;
  /** What it is, in words. */
  label: string;
  /** The order's number, or whose message or account it is. */
  about: string | null;
  createdAt: string;
  attempts: number;
  lastError: string | null;
  /** Null when nobody tries any more, or nothing is set up that could. */
  nextTryAt: string | null;
  /** It was tried so often that somebody should look. */
  isStuck: boolean;
  /** Something is set up that carries emails of this kind. */
  isCarried: boolean;
}

/** An email that the demo captured, without its HTML. */
export interface CapturedEmailView {
  id: string;
  from: string;
  to: string;
  replyTo: string | null;
  subject: string;
  text: string;
  receivedAt: string;
}
