/**
 * Owns the export and deletion of personal data. Promises: an account is deleted completely or not
 * at all; its orders stay without personal data; nobody receives or removes data of an address that
 * they have not verified.
 */

export { deleteMyAccount, howToConfirm } from './delete-account.ts';
export { exportMyData } from './export-data.ts';
