/** Names of the locks that have orders placed one after the other: of an account, from a network. */

export function ordersOf(userId: string): string {
  return `orders-of:${userId}`;
}

export function ordersFrom(network: string): string {
  return `orders-from:${network}`;
}
