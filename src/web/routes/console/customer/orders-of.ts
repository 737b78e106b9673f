/** The table of orders of one customer, with a filter such as `payment=unpaid`. */
export function ordersOf(customerId: string, filter = ''): string {
  const params = new URLSearchParams(filter);
  params.set('customer', customerId);
  return `/admin/orders?${params}`;
}
