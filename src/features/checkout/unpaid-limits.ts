/**
 * Limits on unpaid orders of one account and of one network, so that nobody can reserve the whole
 * shop. They are counted under a lock on both, in the statements that placing an order runs anyway.
 */
import { inTransaction, lockInTransaction, type Tx } from '#db/client.ts';
import { HOUR_S } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import { formatMoney, toMinor } from '#shared/money.ts';
import type { UnpaidLimit } from '#shared/shop-config.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { ordersFrom, ordersOf, ordersOfGuest } from '../orders/orders.ts';
import { requireUser } from '../permissions.ts';
import { accountExists, type Held, selectBuyer, selectGuestBuyer } from './checkout.store.ts';

/** Who places an order, and from where. */
export interface Orderer {
  /** Null for a guest. */
  userId: string | null;
  email: string;
  name: string;
  /** Null when not known. */
  network: string | null;
}

/** Who places an order, with what the customer and the network reserve now. */
export interface Buyer extends Orderer {
  /** Read now, because the session's value may be out of date. */
  emailVerified: boolean;
  /** The version of the settings of delivery that are stored. */
  deliveryVersion: string;
  /** The version of the tax rates that are stored. */
  taxVersion: string;
  /** By the account, or by the guest's email. */
  ofCustomer: Held;
  ofNetwork: Held;
}

/** How an order is to be paid: with an earlier payment, by card at once, or later. */
export type Payment = 'prepaid' | 'card' | 'later';

/** The wait at a network's limit is given as between a minute and an hour. */
const SHORTEST_WAIT_S = 60;
const LONGEST_WAIT_S = HOUR_S;

/**
 * Runs the work of placing an order in one transaction, which first locks the customer and the
 * network, so that their orders are placed one at a time, in all processes.
 */
export function inOrderTransaction<T>(
  ctx: Ctx,
  orderer: Orderer,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const locks = locksOf(orderer);
  return inTransaction(ctx.db, work, { locks, prepared: true });
}

/** The caller's account as the one that orders. */
export function accountOrderer(actor: Actor): Orderer {
  const { id: userId, email, name } = requireUser(actor);
  return { userId, email, name, network: actor.network ?? null };
}

/**
 * The customer of `inOrderTransaction`; 401 when the account is gone. It runs as a statement after
 * the locks, because a statement sees only what was committed when it began.
 */
export async function getBuyer(tx: Tx, orderer: Orderer): Promise<Buyer> {
  const { userId, email, network } = orderer;
  if (userId === null) {
    return { ...orderer, emailVerified: false, ...(await selectGuestBuyer(tx, email, network)) };
  }
  const found = await selectBuyer(tx, userId, network);
  if (!found) throw new AppError('unauthenticated', 'Please sign in first.');
  return { ...orderer, ...found };
}

/**
 * Locks the customer, so that their submissions are handled one at a time, in all processes; 401
 * when the account is gone.
 */
export async function lockCustomer(tx: Tx, userId: string): Promise<void> {
  await lockInTransaction(tx, ordersOf(userId));
  if (!(await accountExists(tx, userId))) {
    throw new AppError('unauthenticated', 'Please sign in first.');
  }
}

/** Locks and returns a customer as `inOrderTransaction` does. The caller may be somebody else. */
export async function lockBuyerOf(tx: Tx, orderer: Orderer): Promise<Buyer> {
  await lockInTransaction(tx, ...locksOf(orderer));
  return getBuyer(tx, orderer);
}

const locksOf = ({ userId, email, network }: Orderer) => [
  userId === null ? ordersOfGuest(email) : ordersOf(userId),
  ...(network === null ? [] : [ordersFrom(network)]),
];

/** Refuses an order that would reserve too much: 409 for the customer, 429 for the network. */
export function requireWithinUnpaidLimits(
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
  const exceeded = findExceeded(account, times, buyer.ofCustomer, wanted);
  if (exceeded) {
    throw buyer.userId === null ? guestIsFull() : accountIsFull(buyer.ofCustomer, exceeded);
  }
  if (findExceeded(network, times, buyer.ofNetwork, wanted)) {
    throw networkIsFull(ctx, buyer.ofNetwork, payment);
  }
}

/** How many orders are unpaid, with their units and the sum of their totals. */
type UnpaidSums = Record<'orders' | 'units' | 'minor', number>;

const NOTHING: UnpaidSums = { orders: 0, units: 0, minor: 0 };

/** The part of a limit that an order would exceed; undefined when there is none. */
function findExceeded(
  limit: UnpaidLimit,
  times: number,
  held: UnpaidSums,
  wanted: UnpaidSums,
): keyof UnpaidSums | undefined {
  const most: UnpaidSums = { ...limit, minor: toMinor(limit.amount) };
  const all = ['orders', 'units', 'minor'] as const;
  return all.find((what) => held[what] + wanted[what] > most[what] * times);
}

/** Whether a card is a way out: the shop takes cards, and this order was to be paid later. */
const mayPayByCard = ({ payments }: Ctx, payment: Payment) =>
  payments !== null && payment === 'later';

function tooLarge(ctx: Ctx, times: number, payment: Payment): AppError {
  const { units, amount } = ctx.shop.unpaidOrders.account;
  const most = `${units * times} units or ${formatMoney(toMinor(amount) * times)}`;
  const otherwise = mayPayByCard(ctx, payment) ? 'pay by card' : 'write to us';
  const advice = `Please order less at once, or ${otherwise}.`;
  return new AppError('unpaid_limit', `An unpaid order can have at most ${most}. ${advice}`, {
    details: { limit: 'order' },
  });
}

function accountIsFull({ orders }: Held, limit: keyof UnpaidSums): AppError {
  const those = orders === 1 ? 'an unpaid order' : `${orders} unpaid orders`;
  return new AppError(
    'unpaid_limit',
    `You have ${those} in My Orders. Please pay for one or delete one, then order again.`,
    { details: { limit, unpaidOrders: orders } },
  );
}

// The message does not say how many there are: anybody can type the address.
function guestIsFull(): AppError {
  return new AppError(
    'unpaid_limit',
    'Too many orders with this email address wait to be paid. Please pay for one or cancel one by the link in its email, then order again.',
  );
}

// The message does not say how much others reserve.
function networkIsFull(ctx: Ctx, { nextDueAt }: Held, payment: Payment): AppError {
  const left = nextDueAt ? (Date.parse(nextDueAt) - ctx.now().getTime()) / 1_000 : 0;
  const retryAfterSeconds = Math.ceil(Math.min(LONGEST_WAIT_S, Math.max(SHORTEST_WAIT_S, left)));
  const advice = mayPayByCard(ctx, payment) ? 'Please pay by card, or try' : 'Please try';
  return new AppError(
    'unpaid_limit_network',
    `Too many orders from your internet connection are waiting to be paid. ${advice} again later.`,
    { retryAfterSeconds },
  );
}
