import type { EmailTemplate } from '../render-email.ts';
import { linkEmail } from './link-email.ts';

export function verifyEmail(url: string, brand: string): EmailTemplate {
  return linkEmail(url, {
    subject: `Confirm your email address for ${brand}`,
    heading: 'Is this your email address?',
    asks: `Somebody, hopefully you, used it for an account at ${brand}. Please confirm that it is yours.`,
    label: 'Confirm my address',
  });
}
