/**
 * What the shop needs of an email service. Every adapter passes the suite in
 * `test/adapters/mail.ts`. A resolved promise means that the email was sent. After a rejected one
 * the email may have been sent nevertheless, and the caller repeats it under the same Message-ID.
 */
export interface MailPort {
  readonly name: 'smtp' | 'emailjs' | 'capture';
  /** Rejects with a `MailFailure` before `LEASE_MS` of the outbox is over. */
  send(mail: Mail): Promise<void>;
}

export interface MailAddress {
  name: string;
  address: string;
}

export interface Mail {
  /** Has no angle brackets. It is the same each time a message is sent. */
  messageId: string;
  from: MailAddress;
  to: string;
  replyTo: MailAddress | null;
  subject: string;
  text: string;
  html: string;
  /** A contact message, for a service that fills its own template. */
  form: ContactForm | null;
}

/** The fields of the specification's contact form. */
export interface ContactForm {
  user_name: string;
  user_email: string;
  message: string;
}

/** An email as the demo captures it. */
export interface CapturedEmail {
  /** Its Message-ID. */
  id: string;
  from: string;
  to: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  receivedAt: Date;
}

/** Reads the emails that the demo captured, newest first. */
export interface CapturedEmailReader {
  list(limit: number, after: { createdAt: string; id: string } | null): Promise<CapturedEmail[]>;
  find(id: string): Promise<CapturedEmail | null>;
  /** Removes the emails to this address. */
  forget(address: string): Promise<void>;
  /** Removes some of the emails that were captured before then, the oldest first; returns how many. */
  removeBefore(time: Date): Promise<number>;
}

/** Why an email was not sent. The message is for staff and holds no password. */
export class MailFailure extends Error {
  /** The server rejected this email itself, so waiting will hardly help. */
  readonly isRefusal: boolean;

  constructor(message: string, options: { isRefusal?: boolean; cause?: unknown } = {}) {
    super(message.replace(/\p{Cc}+/gu, ' ').slice(0, 300), { cause: options.cause });
    this.name = 'MailFailure';
    this.isRefusal = options.isRefusal ?? false;
  }
}

/** Refuses an email that could inject a header or another recipient. */
export function requirePlainHeaders(mail: Mail): void {
  const { messageId, from, to, replyTo, subject } = mail;
  const addresses = [from.address, to, ...(replyTo ? [replyTo.address] : [])];
  const lines = [messageId, subject, from.name, replyTo?.name ?? '', ...addresses];
  if (mail.form) lines.push(mail.form.user_name, mail.form.user_email);
  const isPlain =
    lines.every((line) => !/[\p{Cc}\u2028\u2029]/u.test(line)) &&
    addresses.every((address) => /^[^\s<>,;:"()[\]\\]+@[^\s<>,;:"()[\]\\@]+$/.test(address)) &&
    /^[\w.-]+@[\w.-]+$/.test(messageId);
  if (!isPlain) {
    throw new MailFailure('Its headers contain a line break or a second address.', {
      isRefusal: true,
    });
  }
}
