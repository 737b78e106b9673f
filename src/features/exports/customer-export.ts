/** Customers as rows of a CSV file. */
import { toDecimalText } from '#shared/money.ts';
import type { CsvRow } from './csv.ts';
import type { selectCustomers } from './exports.store.ts';

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
  customer: Awaited<ReturnType<typeof selectCustomers>>[number],
  currency: string,
): CsvRow<(typeof customerColumns)[number]> {
  return {
    Name: customer.name,
    Email: customer.email,
    'Email verified': customer.emailVerified ? 'yes' : 'no',
    Since: customer.createdAt.toISOString(),
    Orders: customer.orders,
    Spent: toDecimalText(customer.spentMinor),
    Currency: currency,
  };
}
