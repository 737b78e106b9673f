import type { OrderView } from '#features/orders/orders.schema.ts';

/** The list that an order is deleted from: the owner's, or that of staff. */
export type ListWithDeletion = 'My Orders' | 'All Orders';

/** What the deletion of an order will do (`deleteOrder` in features/orders), for the person who asks. */
export function deletionConsequence(
  { status, name }: Pick<OrderView, 'status' | 'name'>,
  list: ListWithDeletion,
): string {
  const isStaff = list === 'All Orders';
  switch (status) {
    case 'pending':
      return isStaff
        ? `This order is not paid yet. It will be cancelled, its items go back on sale, and ${name} gets an email about it.`
        : "This order is not paid yet. It will be cancelled, and its items go back on sale. You will find it under 'Cancelled'.";
    case 'paid':
      return isStaff
        ? "This order is paid. It leaves All Orders and can be found under 'Deleted'. Nothing is refunded."
        : "This order is paid. It leaves My Orders but stays in the shop's records. Nothing is refunded.";
    case 'cancelled':
      return isStaff
        ? "This order is already cancelled. It leaves All Orders and can be found under 'Deleted'."
        : "This order is already cancelled. It leaves this list and stays under 'Cancelled'.";
  }
}
