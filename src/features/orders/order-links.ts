/**
 * The secret links of guests' orders. The database stores only hashes of their tokens. A link works
 * until its order becomes an account's.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Executor } from '#db/client.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { hasLink, insertLink, selectLinkedOrder, selectUnpaidLinked } from './order-links.store.ts';

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
