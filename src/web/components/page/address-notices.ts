import type { Notices } from '../../notices.ts';

/** The notices after a change of an address. */
export const addressNotices = {
  'address-saved': { tone: 'success', text: 'The address is saved.' },
  'address-removed': { tone: 'success', text: 'The address is removed.' },
  'address-default': { tone: 'success', text: 'This is your default address now.' },
} satisfies Notices;
