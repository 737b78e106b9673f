import type { EmailTemplate } from '../render-email.ts';
import { linkEmail } from './link-email.ts';

export function changeEmail(url: string, brand: string): EmailTemplate {
  return linkEmail(url, {
    subject: `Confirm your new email address for ${brand}`,
    heading: 'Your new email address?',
    asks: `Somebody, hopefully you, wants to use this address for their account at ${brand} from now on. Please confirm it on a device where you are signed in.`,
    label: 'Use this address',
  });
}
