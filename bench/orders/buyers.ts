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
    const id = await putOnSale(url, admin.cookie, `Bench Goods ${index}`, 1_000_000);
    return { cookie, address, body: orderOf(id) };
  });
}

/** How many of a crowd register at the same time. */
const AT_ONCE = 4;

/** Registers customers who are not those of `prepareBuyers`. */
export async function prepareCrowd(
  url: string,
  count: number,
): Promise<Pick<Buyer, 'cookie' | 'address'>[]> {
  const crowd: Pick<Buyer, 'cookie' | 'address'>[] = [];
  let next = 0;
  const register = async () => {
    for (let index = next++; index < count; index = next++) {
      crowd.push(await registerCustomer(url, CROWD + index));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, register));
  return crowd;
}

/** The number of the first customer of a crowd. */
const CROWD = 1_000;

/** Adds a product with so many units; returns the body of an order of one. */
export async function wantOneOf(url: string, name: string, units: number): Promise<string> {
  const { cookie } = await signInAdmin(url);
  return orderOf(await putOnSale(url, cookie, name, units));
}

function orderOf(productId: string): string {
  const line = { _id: productId, price: PRICE, quantity: 1, totalAmount: PRICE };
  return JSON.stringify({
    cart: [line],
    city: 'Dhaka',
    shippingCost: SHIPPING,
    grandTotalAmount: PRICE,
    totalAmount: PRICE + SHIPPING,
    status: 'Pending',
  });
}

async function putOnSale(
  url: string,
  cookie: string,
  name: string,
  inventory: number,
): Promise<string> {
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
      inventory,
    }),
  });
  if (!response.ok) throw new Error(`${name} could not be added: ${await response.text()}`);
  const { _id } = (await response.json()) as { _id: string };
  return _id;
}
