/**
 * Owns carts. Promises: one open cart per owner, stored on the server; at sign-in a guest's cart
 * is merged into the account's and nothing is lost; a cart becomes at most one order and is then closed, so
 * the next addition starts a new one.
 */

import { type Executor, inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { GONE, isSoldOut, SOLD_OUT } from '#shared/stock.ts';
import { variantName } from '#shared/variant-options.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import {
  cheapestOf,
  deliveryOptions,
  noDelivery,
  type Parcel,
  type Destination as Place,
  placeOfEstimate,
} from '../delivery/delivery.ts';
import { type TaxesThere, taxesAt } from '../taxes/taxes.ts';
import { addedMessage } from './added-message.ts';
import {
  type Added,
  type CartLine,
  type CartView,
  type Destination,
  MAX_LINES,
  MAX_QUANTITY,
  type StoredDestination,
} from './cart.schema.ts';
import {
  addUnits,
  type CartOwner,
  type CartRow,
  copyMissingMethod,
  countLines,
  countUnits,
  deleteCart,
  deleteLine,
  ensureOpenCart,
  hasShortLine,
  lockOpenCart,
  lockUsedCart,
  markOrdered,
  markPricesSeen,
  selectLines,
  selectOpenCart,
  selectSellable,
  updateMethod,
  updateQuantity,
} from './cart.store.ts';
import { cartTaxes } from './cart-taxes.schema.ts';
import {
  deleteSavedDestination,
  selectSavedDestination,
  setMissingDestination,
  updateDestination,
  upsertSavedDestination,
} from './destination.store.ts';
import { ZIP_NEEDED } from './destination-words.schema.ts';
import { recordCartUse } from './guest-carts.ts';
import { hashCartToken } from './hash-cart-token.ts';

export type { CartOwner } from './cart.store.ts';
export { hashCartToken } from './hash-cart-token.ts';
export { mergeCarts } from './merge-carts.ts';
export { suggestDestination } from './suggest-destination.ts';

/** The caller's cart at current prices; an empty one if there is none. */
export async function getCart(ctx: Ctx, actor: Actor): Promise<CartView> {
  const owner = ownerOf(actor);
  const cart = owner && (await selectOpenCart(ctx.db, owner));
  if (!cart) return viewCart(ctx, ctx.db, undefined, []);
  await recordCartUse(ctx, cart);
  return viewCart(ctx, ctx.db, cart, await selectLines(ctx.db, cart.id));
}

/** Whether a cart wants more than there is. It reads one row at most, and takes no lock. */
export function isShortOfStock(db: Executor, cartId: string): Promise<boolean> {
  return hasShortLine(db, cartId);
}

/** How many units are in the caller's cart. */
export async function countCart(ctx: Ctx, actor: Actor): Promise<number> {
  const owner = ownerOf(actor);
  return owner ? countUnits(ctx.db, owner) : 0;
}

/**
 * Adds units of a variant to a new or existing line. Cuts the quantity to what is available (or to
 * `MAX_QUANTITY`), and `added` says so. A line that holds more stays as it is. Refuses a sold-out
 * variant with `out_of_stock`.
 */
export async function addToCart(
  ctx: Ctx,
  actor: Actor,
  { variantId, quantity }: { variantId: string; quantity: number },
): Promise<{ cart: CartView; added: Added }> {
  const owner = requireOwner(actor);
  const added = await inTransaction(ctx.db, async (tx) => {
    const sellable = await selectSellable(tx, variantId);
    if (!sellable) throw new AppError('product_unavailable', GONE);
    if (isSoldOut(sellable.available)) throw new AppError('out_of_stock', SOLD_OUT);
    const cartId = await ensureOpenCart(tx, owner, { id: newId('crt'), now: ctx.now() });
    const cap = Math.min(sellable.available, MAX_QUANTITY);
    const line = { cartId, variantId, quantity, cap, addedAt: ctx.now() };
    const units = await addUnits(tx, { ...line, seenPriceMinor: sellable.priceMinor });
    await requireLineLimit(tx, cartId);
    return addedMessage(quantity, units, sellable.available);
  });
  return { cart: await getCart(ctx, actor), added };
}

/** Sets the units of a line. Skips a line that does not exist. */
export async function setQuantity(
  ctx: Ctx,
  actor: Actor,
  { variantId, quantity }: { variantId: string; quantity: number },
): Promise<CartView> {
  await changeCart(ctx, actor, (tx, cart) => updateQuantity(tx, cart.id, variantId, quantity));
  return getCart(ctx, actor);
}

export async function removeFromCart(
  ctx: Ctx,
  actor: Actor,
  { variantId }: { variantId: string },
): Promise<CartView> {
  await changeCart(ctx, actor, (tx, cart) => deleteLine(tx, cart.id, variantId));
  return getCart(ctx, actor);
}

/** Stores the current prices as seen by the customer. */
export async function acceptPrices(ctx: Ctx, actor: Actor): Promise<CartView> {
  await changeCart(ctx, actor, (tx, cart) => markPricesSeen(tx, cart.id));
  return getCart(ctx, actor);
}

/**
 * Makes the shipping estimate. Stores its place with the cart, and with the account for its next
 * estimate. Skips an empty cart. 422 `no_delivery` for a place that the shop does not deliver to.
 */
export async function setDestination(ctx: Ctx, actor: Actor, to: Destination): Promise<CartView> {
  if (!to.country && !to.zip) throw new AppError('invalid_request', ZIP_NEEDED);
  await changeCart(ctx, actor, async (tx, cart) => {
    if ((await countLines(tx, cart.id)) === 0) return;
    await requireDeliveryTo(ctx, tx, cart, to);
    await updateDestination(tx, cart.id, to);
    if (cart.userId) await upsertSavedDestination(tx, cart.userId, to, ctx.now());
  });
  return getCart(ctx, actor);
}

/** The destination of the caller's last shipping estimate, on any device; null for guests. */
export async function findSavedDestination(
  ctx: Ctx,
  actor: Actor,
): Promise<StoredDestination | null> {
  if (!actor.user) return null;
  return (await selectSavedDestination(ctx.db, actor.user.id)) ?? null;
}

async function requireDeliveryTo(
  ctx: Ctx,
  tx: Tx,
  { deliveryVersion }: CartRow,
  estimated: Destination,
): Promise<void> {
  const settings = await ctx.delivery.at(tx, deliveryVersion);
  const to = placeOfEstimate(ctx, estimated);
  const parcel = { subtotalMinor: 0, weightGrams: 0 };
  if (deliveryOptions(ctx, settings, to, parcel).length === 0) throw noDelivery(to);
}

/** Chooses a way of delivery for the caller's cart. One that is not offered counts as none. */
export async function chooseMethod(ctx: Ctx, actor: Actor, methodId: string): Promise<void> {
  await changeCart(ctx, actor, (tx, cart) => updateMethod(tx, cart.id, methodId));
}

/** Removes an account's open cart and its last destination, in the caller's transaction. */
export async function removeCart(tx: Tx, userId: string): Promise<void> {
  const cart = await lockOpenCart(tx, { userId });
  if (cart) await deleteCart(tx, cart.id);
  await deleteSavedDestination(tx, userId);
}

/** The id of the guest's open cart, locked; null if there is none. */
export async function lockGuestCart(tx: Tx, cartToken: string): Promise<string | null> {
  return (await lockOpenCart(tx, { tokenHash: hashCartToken(cartToken) }))?.id ?? null;
}

/** The id of the caller's cart, locked, for another feature's transaction. */
export function lockOrOpenCart(ctx: Ctx, tx: Tx, actor: Actor): Promise<string> {
  return ensureOpenCart(tx, requireOwner(actor), { id: newId('crt'), now: ctx.now() });
}

/**
 * Puts an order's lines back into its customer's locked cart. Their units are available again, so
 * no quantity is cut. The cart announces changed prices and stock as usual.
 */
export async function returnToCart(
  ctx: Ctx,
  tx: Tx,
  cartId: string,
  order: {
    lines: { variantId: string; quantity: number; unitPriceMinor: number }[];
    to: Destination;
    /** The cart that became the order; its way of delivery is chosen where none is. */
    from: string | null;
  },
): Promise<void> {
  for (const { variantId, quantity, unitPriceMinor: seenPriceMinor } of order.lines) {
    const line = { cartId, variantId, quantity, seenPriceMinor, cap: MAX_QUANTITY };
    await addUnits(tx, { ...line, addedAt: ctx.now() });
  }
  await requireLineLimit(tx, cartId);
  // In the shop's own country, an estimate needs a zip code.
  const { zip, country } = order.to;
  if (zip || country) await setMissingDestination(tx, cartId, order.to);
  if (order.from) await copyMissingMethod(tx, cartId, order.from);
}

/** Whether a cart has all variants of an order. */
export async function holdsLines(
  tx: Tx,
  cartId: string,
  lines: { variantId: string }[],
): Promise<boolean> {
  const inCart = new Set((await selectLines(tx, cartId)).map(({ variantId }) => variantId));
  return lines.every(({ variantId }) => inCart.has(variantId));
}

/** The owner's open cart with its lines, locked for placing an order; null if it is empty. */
export async function lockCartForOrder(
  ctx: Ctx,
  tx: Tx,
  owner: CartOwner,
): Promise<CartView | null> {
  const cart = await lockOpenCart(tx, owner);
  if (!cart) return null;
  const view = await viewCart(ctx, tx, cart, await selectLines(tx, cart.id));
  return view.lines.length > 0 ? view : null;
}

/** Closes a cart that became an order, in the order's transaction. */
export async function closeCart(tx: Tx, cartId: string, at: Date): Promise<void> {
  await markOrdered(tx, cartId, at);
}

async function viewCart(
  ctx: Ctx,
  db: Executor,
  cart: CartRow | undefined,
  rows: Awaited<ReturnType<typeof selectLines>>,
): Promise<CartView> {
  const subtotalMinor = rows.reduce((sum, row) => sum + row.unitPriceMinor * row.quantity, 0);
  const weightGrams = rows.reduce((sum, row) => sum + row.weightGrams * row.quantity, 0);
  const parcel = { subtotalMinor, weightGrams };
  const shippingMinor = cart ? await estimateOf(ctx, db, cart, parcel) : null;
  const there = cart ? await taxesOfEstimate(ctx, db, cart) : null;
  const lines = rows.map((row) => toLine(row, there));
  const taxRates = there && { isIncluded: there.isIncluded, shipping: there.shippingRate };
  const taxes = cartTaxes({ lines, shippingMinor, taxRates });
  return {
    id: cart?.id ?? null,
    lines,
    count: lines.reduce((sum, line) => sum + line.quantity, 0),
    currency: ctx.shop.currency,
    subtotalMinor,
    city: cart?.city ?? null,
    zip: cart?.zip ?? null,
    country: cart?.country ?? null,
    region: cart?.region ?? null,
    methodId: cart?.methodId ?? null,
    shippingMinor,
    taxRates,
    taxes,
    totalMinor: shippingMinor === null ? null : subtotalMinor + shippingMinor + taxes.addedMinor,
    weightGrams,
  };
}

/** The place of the cart's estimate; null before it. */
function placeOf(ctx: Ctx, { city, ...others }: CartRow): Place | null {
  return city === null ? null : placeOfEstimate(ctx, { city, ...others });
}

/** The taxes at the place of the estimate; null before it. */
async function taxesOfEstimate(ctx: Ctx, db: Executor, cart: CartRow): Promise<TaxesThere | null> {
  const settings = await ctx.taxes.at(db, cart.taxVersion);
  const to = placeOf(ctx, cart);
  return to && taxesAt(settings, to);
}

/** What delivery to that place costs; null before the estimate, and where there is none. */
async function estimateOf(
  ctx: Ctx,
  db: Executor,
  cart: CartRow,
  parcel: Parcel,
): Promise<number | null> {
  const settings = await ctx.delivery.at(db, cart.deliveryVersion);
  const to = placeOf(ctx, cart);
  if (!to) return null;
  const options = deliveryOptions(ctx, settings, to, parcel);
  return cheapestOf(options)?.priceMinor ?? null;
}

function toLine(
  { size, color, option, weightGrams: _, ...row }: Awaited<ReturnType<typeof selectLines>>[number],
  there: TaxesThere | null,
): CartLine {
  return {
    ...row,
    taxRate: there?.rateOf(row.categoryId) ?? null,
    variantName: variantName({ size, color, option }),
    lineTotalMinor: row.unitPriceMinor * row.quantity,
  };
}

async function requireLineLimit(tx: Tx, cartId: string): Promise<void> {
  if ((await countLines(tx, cartId)) <= MAX_LINES) return;
  throw new AppError('invalid_request', `A cart can hold at most ${MAX_LINES} different items.`);
}

async function changeCart(
  ctx: Ctx,
  actor: Actor,
  change: (tx: Tx, cart: CartRow) => Promise<void>,
): Promise<void> {
  const owner = requireOwner(actor);
  await inTransaction(ctx.db, async (tx) => {
    const cart = await lockUsedCart(tx, owner, ctx.now());
    if (cart) await change(tx, cart);
  });
}

function requireOwner(actor: Actor): CartOwner {
  const owner = ownerOf(actor);
  if (!owner) throw new AppError('unauthenticated', 'Please allow cookies, or sign in first.');
  return owner;
}

function ownerOf(actor: Actor): CartOwner | null {
  if (actor.user) return { userId: actor.user.id };
  return actor.cartToken ? { tokenHash: hashCartToken(actor.cartToken) } : null;
}
