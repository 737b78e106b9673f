/** The id of the heading of an order in a list. */
export function orderTitleId(orderId: string): string {
  return `order-${orderId}`;
}
