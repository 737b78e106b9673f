/**
 * What the shop needs of whatever carries its mail. Every adapter passes the suite in
 * `test/adapters/mail.ts`. Sending is done when the promise is kept; one that is broken may have
 * sent all the same, and the caller sends again under the same Message-ID.
 */
export interface MailPort {
  readonly name: 'smtp' | 'emailjs' | 'capture';
  /** Refuses with a `MailFailure`, within half a minute. */
  send(mail: Mail): Promise<void>;
}

export interface MailAddress {
  name: string;
  address: string;
}

export interface Mail {
  /** Without its angle brackets; the same each time a message is sent. */
  messageId: string;
  from: MailAddress;
  to: string;
  replyTo: MailAddress | null;
  subject: string;
  text: string;
  html: string;
  /** What a person wrote in the contact form, for a service that fills a template of its own. */
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

/** The way to read the emails that the demo captured, the newest first. */
export interface CapturedEmailReader {
  list(limit: number, after: { createdAt: string; id: string } | null): Promise<CapturedEmail[]>;
  find(id: string): Promise<CapturedEmail | null>;
  /** Removes what was sent to this address. */
  forget(address: string): Promise<void>;
}

/** Why a mail did not go; the message is for staff and has no password in it. */
export class MailFailure extends Error {
  /** This very mail is refused, so that waiting will hardly help. */
  readonly isRefusal: boolean;

  constructor(message: string, options: { isRefusal?: boolean; cause?: unknown } = {}) {
    super(message.replace(/\p{Cc}+/gu, ' ').slice(0, 300), { cause: options.cause });
    this.name = 'MailFailure';
    this.isRefusal = options.isRefusal ?? false;
  }
}

/** Refuses a mail that could bring a header of its own, or another recipient. */
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
