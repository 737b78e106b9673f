/** The names of the locks that serialize placing orders: per account and per network. */

export function ordersOf(userId: string): string {
  return `orders-of:${userId}`;
}

export function ordersFrom(network: string): string {
  return `orders-from:${network}`;
}
