import type { Notices } from '../../notices.ts';

/** The notices after redirects to the pages of an account. */
export const accountNotices = {
  'password-reset': { tone: 'success', text: 'Your password is changed. Please log in with it.' },
  'password-changed': { tone: 'success', text: 'Your password is changed.' },
  'profile-saved': { tone: 'success', text: 'Your profile is saved.' },
  'mail-sent': { tone: 'success', text: 'The email is on its way.' },
  'email-verified': { tone: 'success', text: 'Your email address is verified.' },
  'email-changed': { tone: 'success', text: 'Your email address is changed.' },
  'session-ended': { tone: 'success', text: 'That device is signed out.' },
  'sessions-ended': { tone: 'success', text: 'All other devices are signed out.' },
  'not-saved': {
    tone: 'danger',
    text: 'You are signed out, so nothing was saved. Please log in, then send the form again.',
  },
} satisfies Notices;
