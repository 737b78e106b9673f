import type { Notices } from '../../../notices.ts';

/** The notices of the page of an order's returns. */
export const returnNotices = {
  'return-requested': {
    tone: 'success',
    text: 'We have your request and will write to you about it. Please keep the items until then.',
  },
  'return-photos-added': { tone: 'success', text: 'We have your photos.' },
  'return-withdrawn': { tone: 'success', text: 'You withdrew your request.' },
} satisfies Notices;
