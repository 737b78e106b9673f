/** Email by SMTP: any mail server or mailing service. */
import { createTransport } from 'nodemailer';
import { MailFailure, type MailPort, requirePlainHeaders } from './port.ts';

/**
 * Time limits. A server may check a message before it accepts it, and that takes longer than to
 * connect. If the shop gave up earlier, it would send the message again. The whole delivery has its
 * own limit, because a server can respond slowly and never finish. It is below `LEASE_MS` of the
 * outbox.
 */
const LIMITS = { connectMs: 10_000, responseMs: 45_000, wholeMs: 50_000 };

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
}

/**
 * `url` is `smtp://user:password@host:587` (STARTTLS, which is required unless the server is this
 * machine or the address ends in `?tls=no`) or `smtps://…:465` (TLS from the start).
 */
export function createSmtpMail(options: {
  url: string;
  limits?: Partial<typeof LIMITS>;
}): MailPort {
  const url = new URL(options.url);
  const { connectMs, responseMs, wholeMs } = { ...LIMITS, ...options.limits };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'smtps:';
  const isOpen = isThisMachine(host) || url.searchParams.get('tls') === 'no';
  const user = decodeURIComponent(url.username);
  const pass = decodeURIComponent(url.password);
  const transport = createTransport({
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !isOpen,
    // A server on this machine rarely has a trusted certificate.
    ignoreTLS: isOpen,
    ...(user ? { auth: { user, pass } } : {}),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: responseMs,
    dnsTimeout: connectMs,
    // The content of an email must not make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    name: 'smtp',
    async send(mail) {
      requirePlainHeaders(mail);
      const sending = transport.sendMail({
        messageId: `<${mail.messageId}>`,
        from: mail.from,
        to: { name: '', address: mail.to },
        ...(mail.replyTo ? { replyTo: mail.replyTo } : {}),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      await withDeadline(sending, wholeMs).catch((error: unknown) => {
        throw toFailure(error, pass);
      });
    },
  };
}

async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server took too long to respond.')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

// A 5xx for a sender, a recipient or a text concerns this email. Everything else may be temporary.
function toFailure(error: unknown, password: string): MailFailure {
  const { code, responseCode = 0, message } = error as SmtpError;
  if (code === 'EAUTH') {
    return new MailFailure('The mail server refuses the user name or the password.');
  }
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  const words = password ? message.replaceAll(password, '…') : message;
  return new MailFailure(words, { isRefusal: isAboutMail && responseCode >= 500, cause: code });
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
