import type { Notices } from './notices.ts';

/** After an adjustment without script. */
export const adjustmentNotices = {
  'stock-adjusted': { tone: 'success', text: 'The stock is changed.' },
  'stock-undone': { tone: 'success', text: 'The adjustment is undone.' },
} satisfies Notices;

/** The notices of the page of a variant. */
export const levelNotices = {
  'level-saved': { tone: 'success', text: 'The low-stock level is saved.' },
} satisfies Notices;
