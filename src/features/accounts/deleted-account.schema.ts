/** How staff see somebody whose account was deleted. */
export const DELETED_ACCOUNT = 'Deleted account';
