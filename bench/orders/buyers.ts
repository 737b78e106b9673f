import { inTurn } from '../measurement.ts';
import { registerCustomer, signInAdmin } from '../shop/customer.ts';

/** Customers who order repeatedly, each a product with enough stock. */
export interface Buyer {
  cookie: string;
  /** The address they order from, in their own network. */
  address: string;
  /** The body of their order. */
  body: string;
}

const PRICE = 20;
const SHIPPING = 120;

/**
 * Registers `count` customers and adds as many products, so that no order waits for another's row.
 */
export async function prepareBuyers(url: string, count: number): Promise<Buyer[]> {
  const admin = await signInAdmin(url);
  return inTurn(Array.from({ length: count }).keys(), async (index) => {
    const { cookie, address } = await registerCustomer(url, index);
    const id = await putOnSale(url, admin.cookie, `Bench Goods ${index}`);
    const line = { _id: id, price: PRICE, quantity: 1, totalAmount: PRICE };
    const body = JSON.stringify({
      cart: [line],
      city: 'Dhaka',
      shippingCost: SHIPPING,
      grandTotalAmount: PRICE,
      totalAmount: PRICE + SHIPPING,
      status: 'Pending',
    });
    return { cookie, address, body };
  });
}

async function putOnSale(url: string, cookie: string, name: string): Promise<string> {
  const response = await fetch(`${url}/products`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url, Cookie: cookie },
    body: JSON.stringify({
      name,
      category: 'Jersey',
      price: PRICE,
      descriptions: `${name}, to be ordered often.`,
      gender: 'Unisex',
      img: null,
      inventory: 1_000_000,
    }),
  });
  if (!response.ok) throw new Error(`${name} could not be added: ${await response.text()}`);
  const { _id } = (await response.json()) as { _id: string };
  return _id;
}
