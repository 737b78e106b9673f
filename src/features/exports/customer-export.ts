/** Customers as rows of a CSV file. */
import { toDecimalText } from '#shared/money.ts';
import type { CustomerRow } from '../customers/customers.schema.ts';
import type { CsvRow } from './csv.ts';

export const customerColumns = [
  'Name',
  'Email',
  'Email verified',
  'Since',
  'Orders',
  'Spent',
  'Currency',
] as const;

/** The row of a customer; `currency` is the shop's. */
export function toCustomerRow(
  customer: CustomerRow,
  currency: string,
): CsvRow<(typeof customerColumns)[number]> {
  return {
    Name: customer.name,
    Email: customer.email,
    'Email verified': customer.emailVerified ? 'yes' : 'no',
    Since: customer.joinedAt,
    Orders: customer.orders,
    Spent: toDecimalText(customer.spentMinor),
    Currency: currency,
  };
}
