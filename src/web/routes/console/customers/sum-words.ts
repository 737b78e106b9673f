import type { OrderSums } from '#features/customers/customers.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { withThousands } from '#shared/thousands.ts';

// A plus says that a customer has more orders than are summed.

/** The number of a customer's orders: '12', '1,000+'. */
export function ordersInWords({ orders, hasMore }: OrderSums): string {
  return withThousands(orders) + (hasMore ? '+' : '');
}

/** What a customer paid less refunds. */
export function spentInWords({ spentMinor, hasMore }: OrderSums): string {
  return formatMoney(spentMinor) + (hasMore ? '+' : '');
}
