/**
 * Owns the export and deletion of personal data. Promises: an account is deleted completely or not
 * at all; its orders stay without personal data, and their invoices and credit notes stay as they
 * were issued, because the law requires it; nobody receives or removes data of an address that they
 * have not verified; a person who proves an email for the first time finds nothing in the account
 * that somebody else prepared for their next order.
 */

export { deleteMyAccount, howToConfirm, MOST_UNSENT } from './delete-account.ts';
export { exportMyData } from './export-data.ts';
export { moveToNewEmail } from './new-email.ts';
export { removeUnprovenData } from './unproven-data.ts';
