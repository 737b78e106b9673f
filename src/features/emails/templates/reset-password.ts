import type { EmailTemplate } from '../render-email.ts';
import { linkEmail } from './link-email.ts';

export function resetPassword(url: string, brand: string): EmailTemplate {
  return linkEmail(url, {
    subject: `Choose a new password for ${brand}`,
    heading: 'A new password',
    asks: `Somebody, hopefully you, asked for a new password for your account at ${brand}.`,
    label: 'Choose a new password',
  });
}
