import { expect } from 'vitest';
import { addToCart, getCart, setDestination } from '#features/cart/cart.ts';
import { placeOrderFromCart } from '#features/checkout/checkout.ts';
import { stock } from './goods.ts';
import { actorOf, openTestShop } from './shop.ts';

/** A Thursday, before the cut-off time. Fridays are free. */
export const THURSDAY = Date.parse('2026-11-19T10:00:00Z');

export const ZONES = '/api/v1/delivery/zones';

export interface Zone {
  _id: string;
  name: string;
  version: number;
  methods: { _id: string; name: string; price: number }[];
}

export const STANDARD = { name: 'Standard', kind: 'flat', price: 120, daysFrom: 2, daysTo: 4 };
export const EXPRESS = { name: 'Express', kind: 'flat', price: 300, daysFrom: 1, daysTo: 1 };

/** A shop on a Thursday, its zones, and customers who order a shirt. A test moves its clock. */
export async function openDeliveryShop() {
  const clock = { now: THURSDAY };
  const shop = await openTestShop({ now: () => new Date(clock.now) });
  const { ctx } = shop.context;
  const admin = await shop.admin();
  let count = 0;
  const zones = async (): Promise<Zone[]> => (await admin.get(ZONES)).json();
  const zoneNamed = async (name: string) =>
    (await zones()).find((zone) => zone.name === name) as Zone;
  const patch = (zone: Zone, changes: object, version = zone.version) =>
    admin.request('PATCH', `${ZONES}/${zone._id}`, changes, { 'If-Match': `"${version}"` });

  /** Gives a zone, that of the own country, these methods for one test, and takes them back. */
  async function withMethods(
    methods: object[],
    work: (zone: Zone) => Promise<void>,
    name = 'Bangladesh',
  ) {
    const before = await zoneNamed(name);
    const response = await patch(before, { methods });
    expect(response.status, await response.clone().text()).toBe(200);
    try {
      await work(await response.json());
    } finally {
      const after = await zoneNamed(name);
      await patch(after, { methods: before.methods });
    }
  }

  /** A new customer with a shirt of $10 in the cart, estimated for Dhaka. */
  async function customer() {
    count += 1;
    const client = await shop.shopper(`Receiver ${count}`);
    const actor = actorOf(client);
    const shirt = await stock(shop, { name: `Sent ${count}`, priceMinor: 1_000, inventory: 50 });
    const variantId = shirt.variants[0]?.id ?? '';
    await addToCart(ctx, actor, { variantId, quantity: 1 });
    await setDestination(ctx, actor, { city: 'Dhaka', zip: '1205' });
    const cartId = (await getCart(ctx, actor)).id ?? '';
    const place = (expectedTotalMinor: number, methodId: string | null = null) =>
      placeOrderFromCart(ctx, actor, { cartId, expectedTotalMinor, methodId });
    return { client, actor, shirt, variantId, place };
  }

  return { shop, ctx, admin, clock, zones, zoneNamed, patch, withMethods, customer };
}
