/**
 * How much may wait for its payment, of one account and of one network, so that nobody can reserve
 * the whole shop. It is counted under a lock on both, in the statements that an order makes anyway.
 */
import { lockInTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { formatMoney, toMinor } from '#shared/money.ts';
import type { UnpaidLimit } from '#shared/shop-config.ts';
import type { Actor, SignedInUser } from '../actor.ts';
import { requireUser } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { ordersFrom, ordersOf } from '../orders/orders.ts';
import { type Held, selectBuyer, shopperExists } from './checkout.store.ts';

/** Whoever orders, with what they hold at that moment. */
export interface Buyer {
  user: SignedInUser;
  /** Null: not known. */
  network: string | null;
  /** As it is now; the session may say what was. */
  emailVerified: boolean;
  ofAccount: Held;
  ofNetwork: Held;
}

/** How an order is to be paid: with money that came before it, by card at once, or later. */
export type Payment = 'prepaid' | 'card' | 'later';

/** What is left to wait for at a network's limit is told as between a minute and an hour. */
const SHORTEST_WAIT_S = 60;
const LONGEST_WAIT_S = 3_600;

/**
 * One order at a time of the shopper, and of the network it comes from, whichever process it
 * reaches; 401 when the account is gone. The locks come before the count, in a statement of their
 * own, because a statement sees what was there when it began.
 */
export function lockBuyer(tx: Tx, actor: Actor): Promise<Buyer> {
  return lockBuyerOf(tx, requireUser(actor), actor.network ?? null);
}

/** One submission of a shopper at a time, whichever process it reaches; 401 when the account is gone. */
export async function lockShopper(tx: Tx, userId: string): Promise<void> {
  await lockInTransaction(tx, ordersOf(userId));
  if (!(await shopperExists(tx, userId))) {
    throw new AppError('unauthenticated', 'Please sign in first.');
  }
}

/** As `lockBuyer`, for an account that somebody else may act for. */
export async function lockBuyerOf(
  tx: Tx,
  user: SignedInUser,
  network: string | null,
): Promise<Buyer> {
  const places = network === null ? [] : [ordersFrom(network)];
  await lockInTransaction(tx, ordersOf(user.id), ...places);
  const found = await selectBuyer(tx, user.id, network);
  if (!found) throw new AppError('unauthenticated', 'Please sign in first.');
  return { user, network, ...found };
}

/** Refuses an order that would hold too much: 409 for the account, 429 for the network. */
export function requireRoom(
  ctx: Ctx,
  buyer: Buyer,
  order: { units: number; minor: number },
  payment: Payment,
): void {
  if (payment === 'prepaid') return;
  const { account, network, cardTimes } = ctx.shop.unpaidOrders;
  const times = payment === 'card' ? cardTimes : 1;
  const wanted = { orders: 1, ...order };
  if (findExceeded(account, times, NOTHING, wanted)) throw tooLarge(ctx, times, payment);
  const exceeded = findExceeded(account, times, buyer.ofAccount, wanted);
  if (exceeded) throw accountIsFull(buyer.ofAccount, exceeded);
  if (findExceeded(network, times, buyer.ofNetwork, wanted)) {
    throw networkIsFull(ctx, buyer.ofNetwork, payment);
  }
}

/** What waits for its payment; `minor` is the sum. */
type Waiting = Record<'orders' | 'units' | 'minor', number>;

const NOTHING: Waiting = { orders: 0, units: 0, minor: 0 };

/** What of a limit an order would go beyond; undefined: nothing. */
function findExceeded(
  limit: UnpaidLimit,
  times: number,
  held: Waiting,
  wanted: Waiting,
): keyof Waiting | undefined {
  const most: Waiting = { ...limit, minor: toMinor(limit.amount) };
  const all = ['orders', 'units', 'minor'] as const;
  return all.find((what) => held[what] + wanted[what] > most[what] * times);
}

function tooLarge({ shop }: Ctx, times: number, payment: Payment): AppError {
  const { units, amount } = shop.unpaidOrders.account;
  const most = `${units * times} units or ${formatMoney(toMinor(amount) * times)}`;
  const advice =
    payment === 'later'
      ? 'Please order less at once, or pay by card.'
      : 'Please order less at once, or write to us.';
  return new AppError('unpaid_limit', `An unpaid order can have at most ${most}. ${advice}`, {
    details: { limit: 'order' },
  });
}

function accountIsFull({ orders }: Held, limit: keyof Waiting): AppError {
  const those = orders === 1 ? 'an unpaid order' : `${orders} unpaid orders`;
  return new AppError(
    'unpaid_limit',
    `You have ${those} in My Orders. Please pay for one or delete one, then order again.`,
    { details: { limit, unpaidOrders: orders } },
  );
}

// How much others hold is nobody's business.
function networkIsFull(ctx: Ctx, { nextDueAt }: Held, payment: Payment): AppError {
  const left = nextDueAt ? (Date.parse(nextDueAt) - ctx.now().getTime()) / 1_000 : 0;
  const retryAfterSeconds = Math.ceil(Math.min(LONGEST_WAIT_S, Math.max(SHORTEST_WAIT_S, left)));
  const advice = payment === 'later' ? 'Please pay by card, or try' : 'Please try';
  return new AppError(
    'unpaid_limit_network',
    `Too many orders from your internet connection are waiting to be paid. ${advice} again later.`,
    { retryAfterSeconds },
  );
}
