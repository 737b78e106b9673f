import { payIntent } from './cards.ts';
import { stock } from './goods.ts';
import type { Client, TestShop } from './shop.ts';

let count = 0;

export interface PaidOrder {
  id: string;
  /** The SKU of each line. */
  skus: string[];
  /** The variant of each line. */
  variants: string[];
  totalAmount: number;
}

/** Who makes a call, by default staff, and the key and version of the call. */
export type How = Parameters<Client['change']>[2] & { who?: Client };

/** How many units the shop has of each variant of an order. */
export async function unitsOnHand(shop: TestShop, { variants }: PaidOrder): Promise<number[]> {
  const rows = await shop.query('select id, on_hand from variants where id = any($1)', [variants]);
  return variants.map((id) => rows.find((row) => row.id === id).on_hand);
}

/** An order of new products at $20, a line for each number of units, to Dhaka; paid unless it shall not be. */
export async function placeOrderOf(
  shop: TestShop,
  client: Client,
  quantities: number[],
  { isPaid = true, names = [] }: { isPaid?: boolean; names?: string[] } = {},
): Promise<PaidOrder> {
  count += 1;
  const goods = await Promise.all(
    quantities.map((_, line) =>
      stock(shop, { name: names[line] ?? `Sent Shirt ${count}.${line}` }),
    ),
  );
  const cart = goods.map(({ id, name }, line) => {
    const quantity = quantities[line] ?? 1;
    return { _id: id, name, img: null, price: 20, quantity, totalAmount: 20 * quantity };
  });
  const grandTotalAmount = cart.reduce((sum, line) => sum + line.totalAmount, 0);
  const totalAmount = grandTotalAmount + 120;
  const body = { cart, city: 'Dhaka', shippingCost: 120, grandTotalAmount, totalAmount };
  const response = await client.post('/orders', { ...body, status: 'Pending' });
  const { _id: id, cart: lines } = await response.json();
  if (isPaid) {
    const transaction = await payIntent(client, { totalAmount, orderId: id });
    await client.put(`/orders/${id}`, { transaction });
  }
  return {
    id,
    skus: lines.map(({ sku }: { sku: string }) => sku),
    variants: goods.map(({ variants }) => variants[0]?.id ?? ''),
    totalAmount,
  };
}
