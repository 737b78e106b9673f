/** Where the buttons of emails to the customer of an order lead. */
import type { Ctx } from '../context.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import { issueOrderLink } from '../orders/orders.ts';

export interface OrderPageLinks {
  order: string;
  payment: string;
  returns: string;
}

/** The pages of an account's order. */
export function accountLinks(baseUrl: string, { id }: Pick<OrderView, 'id'>): OrderPageLinks {
  return {
    order: `${baseUrl}/myOrders/${id}`,
    payment: `${baseUrl}/checkOut/${id}`,
    returns: `${baseUrl}/returnOrder/${id}`,
  };
}

/** The pages of an order. For a guest's order they are behind a new secret link. */
export async function linksFor(ctx: Ctx, order: OrderView): Promise<OrderPageLinks> {
  if (!order.isGuest) return accountLinks(ctx.baseUrl, order);
  const token = await issueOrderLink(ctx.db, order.id, ctx.now());
  const link = `${ctx.baseUrl}/orderLink/${token}`;
  return { order: link, payment: `${link}?to=payment`, returns: `${link}?to=returns` };
}
