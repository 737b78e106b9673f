/** The names of the locks that serialize placing orders: per account, guest's email and network. */

export function ordersOf(userId: string): string {
  return `orders-of:${userId}`;
}

export function ordersOfGuest(email: string): string {
  return `orders-of-guest:${email}`;
}

export function ordersFrom(network: string): string {
  return `orders-from:${network}`;
}
