/** A contact message, sent to the shop. */
import type { ContactForm, Mail } from '#adapters/mail/port.ts';
import { oneLine } from '#shared/one-line.ts';
import type { EmailTemplate } from '../render-email.ts';

export function contactMessage({
  name,
  email,
  message,
}: {
  name: string;
  email: string;
  message: string;
}): EmailTemplate & Pick<Mail, 'replyTo'> & { form: ContactForm } {
  const writer = oneLine(name) || 'a visitor';
  return {
    replyTo: email ? { name: oneLine(name), address: email } : null,
    subject: `Message from ${writer}`,
    heading: `Message from ${writer}`,
    blocks: [
      { kind: 'quote', text: message },
      { kind: 'text', text: email ? `Reply to ${email}.` : 'No email address was given.' },
    ],
    form: { user_name: oneLine(name), user_email: email, message },
  };
}
