import { LINK_LASTS } from '../../accounts/emailed-links.schema.ts';
import type { EmailTemplate } from '../render-email.ts';

/**
 * An email with a link that an account asked for. Its greeting has no name, because anyone can
 * register with somebody else's address and any name.
 */
export function linkEmail(
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
        text: `The link works once, for ${LINK_LASTS}. If it was not you, you need not do anything.`,
      },
    ],
  };
}
