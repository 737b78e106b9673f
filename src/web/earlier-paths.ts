/** The paths that pages of staff had in earlier releases: bookmarks, logs and emails name them. */
export const earlierPaths: Record<string, string> = Object.fromEntries([
  ['auditLog', 'admin/audit-log'],
  ['emails', 'admin/emails'],
  ['mailbox', 'admin/emails'],
  ['paymentProblems', 'admin/payment-problems'],
  ['status', 'admin/status'],
  ['admin/heldStock', 'admin/held-stock'],
  ['admin/releaseStock', 'admin/held-stock/release'],
]);
