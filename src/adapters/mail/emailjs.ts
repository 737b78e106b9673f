/**
 * Contact messages through EmailJS, as the specification's page sent them: its library's form call,
 * made by the server. The service fills its own template, so it carries only the form, and has no
 * Message-ID.
 */
import { readText } from '../read-text.ts';
import { MailFailure, type MailPort, requirePlainHeaders } from './port.ts';

const TIMEOUT_MS = 10_000;
const LIBRARY_VERSION = '3.2.0';
const ADDRESS = 'https://api.emailjs.com';
/** The most characters of a response that an error message quotes. */
const MAX_REPEATED = 500;

export interface EmailjsAccount {
  serviceId: string;
  templateId: string;
  /** The public key. */
  userId: string;
  /** The private key, for accounts that require it. */
  accessToken: string | null;
  /** Null for EmailJS's own address. */
  url: string | null;
}

export function createEmailjsMail(account: EmailjsAccount, timeoutMs = TIMEOUT_MS): MailPort {
  const address = `${account.url ?? ADDRESS}/api/v1.0/email/send-form`;
  return {
    name: 'emailjs',
    async send(mail) {
      requirePlainHeaders(mail);
      if (!mail.form) throw new MailFailure('EmailJS sends only contact messages.');
      const body = new FormData();
      for (const [name, value] of Object.entries(mail.form)) body.append(name, value);
      body.append('lib_version', LIBRARY_VERSION);
      body.append('service_id', account.serviceId);
      body.append('template_id', account.templateId);
      body.append('user_id', account.userId);
      if (account.accessToken) body.append('accessToken', account.accessToken);
      const { status, text } = await post(address, body, timeoutMs);
      if (status === 200 || text === 'OK') return;
      const said = text
        .replaceAll(account.accessToken ?? '\0', '…')
        .replace(/\s+/g, ' ')
        .slice(0, MAX_REPEATED);
      throw new MailFailure(`EmailJS responded with ${status}: ${said}`, {
        isRefusal: status === 413,
      });
    },
  };
}

async function post(address: string, body: FormData, timeoutMs: number) {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(address, { method: 'POST', body, signal, redirect: 'error' });
    if (response.status === 200) {
      // The message was sent, whatever the body of the response says.
      await response.body?.cancel();
      return { status: 200, text: '' };
    }
    return { status: response.status, text: (await readText(response, 'EmailJS')).trim() };
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw new MailFailure(
      isLate ? 'EmailJS took too long to respond.' : 'EmailJS cannot be reached.',
      {
        cause: error,
      },
    );
  }
}
