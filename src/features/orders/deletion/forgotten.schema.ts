import { DELETED_ACCOUNT } from '../../accounts/deleted-account.schema.ts';
import type { OrderView } from '../orders.schema.ts';

/** The values that replace the customer's data in an order. */
export const FORGOTTEN = { name: DELETED_ACCOUNT, email: 'deleted@account.invalid', city: '–' };

/** Whether the account of an order's customer was deleted. */
export const isForgotten = ({ email }: Pick<OrderView, 'email'>): boolean =>
  email === FORGOTTEN.email;
