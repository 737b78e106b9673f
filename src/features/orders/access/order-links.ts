/**
 * The secret links of guests' orders. The database stores only hashes of their tokens. A link works
 * until its order becomes an account's.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Executor, Tx } from '#db/client.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { selectReplacement } from '../orders.store.ts';
import {
  hasLink,
  insertLink,
  moveLinks,
  selectLinkedOrder,
  selectUnpaidLinked,
} from './order-links.store.ts';

/**
 * Makes a link of a guest's order; returns its token. It opens nothing if the order has become an
 * account's meanwhile.
 */
export async function issueOrderLink(db: Executor, orderId: string, at: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await insertLink(db, { tokenHash: hashToken(token), orderId, createdAt: at });
  return token;
}

/** The order that a token opens; null for an unknown one, and when the order has an account. */
export function findLinkedOrder(ctx: Ctx, token: string): Promise<string | null> {
  return selectLinkedOrder(ctx.db, hashToken(token));
}

/** Has the links of an order open the one that replaces it, in the caller's transaction. */
export async function passLinksOn(tx: Tx, replacedId: string, id: string): Promise<void> {
  await moveLinks(tx, replacedId, id);
}

/**
 * The order that replaces this one and that one of the caller's links opens; null when there is
 * none. A replacement may have been replaced too.
 */
export async function findOwnReplacement(
  { db }: Ctx,
  { orderTokens = [] }: Actor,
  orderId: string,
): Promise<string | null> {
  if (orderTokens.length === 0) return null;
  let id = (await selectReplacement(db, orderId))?.id;
  while (id && !(await opensOrder(db, id, orderTokens))) id = (await selectReplacement(db, id))?.id;
  return id ?? null;
}

/** The newest unpaid order of a guest whose links the caller's browser has; null if there is none. */
export async function findUnpaidLinked({ db }: Ctx, { orderTokens = [] }: Actor) {
  return orderTokens.length > 0 ? selectUnpaidLinked(db, orderTokens.map(hashToken)) : null;
}

/** Whether one of the tokens opens the order. */
export async function opensOrder(
  db: Executor,
  orderId: string,
  tokens: string[],
): Promise<boolean> {
  return tokens.length > 0 && hasLink(db, orderId, tokens.map(hashToken));
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
