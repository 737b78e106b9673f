/**
 * Refuses what is sold out before the locks of an order. In a rush, hundreds ask for what a few have
 * just bought. Under the lock of the variant, each of them would wait for everyone before it, and
 * those who buy the last units would wait for them. What is read here may be outdated a moment later,
 * so what it lets pass is checked again under the locks.
 */
import { preparedReads } from '#db/prepared.ts';
import { isShort } from '#shared/stock.ts';
import type { Actor } from '../actor.ts';
import type { CartView } from '../cart/cart.schema.ts';
import { getCart, isShortOfStock } from '../cart/cart.ts';
import type { Ctx } from '../context.ts';
import { readForSale, requireStock } from '../inventory/inventory.ts';
import { findOrderByKey, findOrderLike } from '../orders/orders.ts';
import { findDelivery, needsAddress } from './delivery.ts';
import type { ShownCart } from './place-order.ts';
import { priceLines, sumByVariant, type WantedLine } from './pricing.ts';
import type { ResolvedLine } from './wanted-lines.ts';

/** A submission whose lines have been found. */
interface Asked {
  userId: string;
  lines: ResolvedLine[];
  idempotencyKey: string | null;
  /** Finds an equal submission since then. */
  fingerprint: string;
  since: Date;
}

/**
 * 409 `out_of_stock` as under the locks, unless the submission repeats one that has become an order.
 * Costs nothing while there is enough.
 */
export async function refuseSoldOut(
  ctx: Ctx,
  { userId, lines, idempotencyKey, fingerprint, since }: Asked,
): Promise<void> {
  const wanted = sumByVariant(lines);
  const available = new Map(lines.map((line) => [line.variantId, line.available]));
  if (!wanted.some((line) => isShort(available.get(line.variantId) ?? 0, line.quantity))) return;
  const db = preparedReads(ctx.db);
  const [earlier, variants] = await Promise.all([
    idempotencyKey
      ? findOrderByKey(db, userId, idempotencyKey)
      : findOrderLike(db, userId, fingerprint, since),
    readForSale(
      db,
      wanted.map(({ variantId }) => variantId),
    ),
  ]);
  if (earlier) return;
  requireForSale(wanted, variants);
}

/**
 * 409 `out_of_stock` as under the locks, for an order of the caller's stored cart. A cart that has
 * become an order, or is not as the page showed it, is left to the locks: there its order is found,
 * or the change is named first.
 */
export async function refuseSoldOutCart(ctx: Ctx, actor: Actor, shown: ShownCart): Promise<void> {
  const db = preparedReads(ctx.db);
  if (!(await isShortOfStock(db, shown.cartId))) return;
  const cart = await getCart(ctx, actor);
  if (cart.id !== shown.cartId || !(await isAsShown(ctx, actor, cart, shown))) return;
  const wanted = cart.lines.map(({ variantId, quantity }) => ({ variantId, quantity }));
  const ids = wanted.map(({ variantId }) => variantId);
  requireForSale(wanted, await readForSale(db, ids));
}

/** Whether a cart would be ordered as the page showed it, were there enough of everything. */
async function isAsShown(
  ctx: Ctx,
  actor: Actor,
  cart: CartView,
  { expectedTotalMinor, expectedTaxMinor, addressId, methodId }: ShownCart,
): Promise<boolean> {
  const found = await findDelivery(ctx, actor, cart);
  return (
    found.totalMinor === expectedTotalMinor &&
    (expectedTaxMinor == null || found.taxes.taxMinor === expectedTaxMinor) &&
    (found.delivery?.id ?? null) === (addressId ?? null) &&
    (found.delivery !== null || !needsAddress(ctx, cart)) &&
    (!methodId || found.methodId === methodId)
  );
}

function requireForSale(wanted: WantedLine[], variants: Awaited<ReturnType<typeof readForSale>>) {
  priceLines(wanted, variants);
  requireStock(wanted, variants);
}
