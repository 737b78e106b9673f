import type { ShopConfig } from '#shared/shop-config.ts';
import type { EmailTemplate } from '../render-email.ts';

/** For the address that the account had. It does not name the new one: others may read it here. */
export function accountEmailChanged({ brand, contact }: ShopConfig): EmailTemplate {
  return {
    subject: `Your account at ${brand} has another email address now`,
    heading: 'Your email address was changed',
    blocks: [
      { kind: 'text', text: 'Hello,' },
      {
        kind: 'text',
        text: `Your account at ${brand} has another email address now. You sign in with the new one, and our emails go there.`,
      },
      {
        kind: 'text',
        text: `If it was not you, please write to ${contact.email} at once.`,
      },
    ],
  };
}
