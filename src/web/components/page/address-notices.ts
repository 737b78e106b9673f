import type { Notices } from './page-notice.tsx';

/** The messages after a change of an address. */
export const addressNotices: Notices = {
  'address-saved': { tone: 'success', text: 'The address is saved.' },
  'address-removed': { tone: 'success', text: 'The address is removed.' },
  'address-default': { tone: 'success', text: 'This is your default address now.' },
};
