/** Emails with links that accounts request. */
import type { EmailTemplate } from '../render-email.ts';

export function verifyEmail(url: string, brand: string): EmailTemplate {
  return linkEmail(url, {
    subject: `Confirm your email address for ${brand}`,
    heading: 'Is this your email address?',
    asks: `Somebody, hopefully you, used it for an account at ${brand}. Please confirm that it is yours.`,
    label: 'Confirm my address',
  });
}

export function resetPassword(url: string, brand: string): EmailTemplate {
  return linkEmail(url, {
    subject: `Choose a new password for ${brand}`,
    heading: 'A new password',
    asks: `Somebody, hopefully you, asked for a new password for your account at ${brand}.`,
    label: 'Choose a new password',
  });
}

// A fixed greeting: anyone can register with somebody else's address and any name.
function linkEmail(
  url: string,
  { subject, heading, asks, label }: Record<'subject' | 'heading' | 'asks' | 'label', string>,
): EmailTemplate {
  return {
    subject,
    heading,
    blocks: [
      { kind: 'text', text: 'Hello,' },
      { kind: 'text', text: asks },
      { kind: 'action', label, url },
      {
        kind: 'text',
        text: 'The link works once, for an hour. If it was not you, you need not do anything.',
      },
    ],
  };
}
