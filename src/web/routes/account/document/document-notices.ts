import type { Notices } from '../../../notices.ts';

/** Why a document could not be downloaded. */
export const documentNotices = {
  'pdf-limit': {
    tone: 'danger',
    text: 'You have downloaded many documents in ten minutes. Please wait a while, or print this page.',
  },
  'pdf-busy': {
    tone: 'danger',
    text: 'The PDF could not be made just now. Please try again in a moment, or print this page.',
  },
} satisfies Notices;
