import { createHash } from 'node:crypto';
import type { Actor } from '#features/actor.ts';
import { addToCart, getCart, setDestination } from '#features/cart/cart.ts';
import {
  guestDetails,
  placeOrderFromCart,
  setGuestDetails,
  settleOrderPayment,
  startCardPayment,
} from '#features/checkout/checkout.ts';
import { deliverDue } from '#features/emails/deliver.ts';
import { issueOrderLink } from '#features/orders/orders.ts';
import { confirmCard } from './cards.ts';
import { WITHOUT_LIMITS } from './emails.ts';
import { stock } from './goods.ts';
import { openTestShop, type TestShop } from './shop.ts';

/** What a guest types who advertises with an order. */
export const EVIL = 'You won! See http://evil.example';
const HOME = {
  recipient: EVIL,
  line1: '77 Nowhere Lane',
  city: 'Chattogram',
  postcode: '4100',
  country: 'BD',
  phone: '01712345678',
};

/** A guest's email with an address, checked as the page of the checkout checks it. */
export const detailsOf = (email: string, address: object = {}) =>
  guestDetails.parse({ email, ...HOME, ...address });

/** The secret tokens of the links in emails. */
export const tokensIn = (mails: { text: string }[]) =>
  mails.flatMap(({ text }) => text.match(/(?<=\/orderLink\/)[A-Za-z0-9_-]+/g) ?? []);

/** The code of the error that the work ends with, or 'none'. */
export const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    ({ code }) => code,
  );

/** A shop with orders of guests, a shirt of 10.00 in two sizes, and a clock that a test sets. */
export async function openGuestShop() {
  const clock = { now: Date.parse('2026-11-21T10:00:00Z') };
  const shop = await openTestShop({
    now: () => new Date(clock.now),
    maxConnections: 20,
    shopConfig: {
      ...{ access: 'public', guestCheckout: true },
      emails: { ...WITHOUT_LIMITS, newOrders: { send: true, to: 'orders@shop.test' } },
    },
  });
  const { ctx } = shop.context;
  const sizes = ['M', 'L'].map((size) => ({ sku: `PLAIN-${size}`, size, inventory: 1_000 }));
  const shirt = await stock(shop, { name: 'Plain Shirt', priceMinor: 1_000, variants: sizes });
  const { query } = shop;
  const guests = guestsOf(shop, shirt.variants[0]?.id ?? '');
  const emailsTo = async (email: string) => {
    await deliverDue(ctx);
    const sent = 'select subject, text from mailbox_mails where "to" = $1 order by received_at';
    return query(sent, [email]);
  };
  return { shop, ctx, clock, query, emailsTo, admin: await shop.admin(), ...guests };
}

function guestsOf(shop: TestShop, variantId: string) {
  const { ctx } = shop.context;
  let count = 0;

  /** A guest's browser with shirts in the cart, an estimate, an email and an address. */
  async function fillCart(email: string, quantity = 1): Promise<Actor & { cartId: string }> {
    count += 1;
    const cartToken = createHash('sha256').update(`guest ${count}`).digest('base64url');
    const guest: Actor = { user: null, session: null, cartToken, network: `10.9.${count % 250}.1` };
    await addToCart(ctx, guest, { variantId, quantity });
    await setDestination(ctx, guest, { city: 'Chattogram', zip: '4100' });
    await setGuestDetails(ctx, guest, detailsOf(email));
    const { id } = await getCart(ctx, guest);
    return { ...guest, cartId: id ?? '' };
  }

  async function shownTo({ cartId }: { cartId: string }, quantity = 1) {
    const text = 'select id from cart_guests where cart_id = $1';
    const { rows } = await shop.database.pool.query(text, [cartId]);
    return { cartId, addressId: rows[0].id, expectedTotalMinor: quantity * 1_000 + 6_000 };
  }

  /** The order of such a guest, who has a link of it. */
  async function placeAsGuest(email: string, { isPaid = false, quantity = 1 } = {}) {
    const guest = await fillCart(email, quantity);
    const shown = await shownTo(guest, quantity);
    const { id, number } = await placeOrderFromCart(ctx, guest, { ...shown, byCard: isPaid });
    const token = await issueOrderLink(ctx.db, id, ctx.now());
    const holder: Actor = { ...guest, orderTokens: [token] };
    if (isPaid) {
      const { clientSecret } = await startCardPayment(ctx, holder, id);
      await confirmCard(shop.guest(), clientSecret);
      await settleOrderPayment(ctx, holder, id, null);
    }
    return { id, number, token, guest, holder, shown };
  }

  return { fillCart, shownTo, placeAsGuest };
}
