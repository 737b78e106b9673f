import type { Notices } from '../../../notices.ts';

/** The notices of the list of searches with pinned products. */
export const pinNotices = {
  'pins-removed': {
    tone: 'success',
    text: 'The search is removed from this list. Its products stay in the shop.',
  },
  'pins-gone': {
    tone: 'danger',
    text: 'Somebody else has removed this search from the list. Nothing is saved. Add it again to pin products.',
  },
} satisfies Notices;
