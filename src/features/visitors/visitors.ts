/**
 * Owns the short question that every kept page asks: whose session is this, and how many things are
 * in the cart? Promises: the answer is as young as the request, so signing out, demoting and adding
 * to the cart show at once; all who ask in the same moment are one statement. What is rare (a
 * session that ran out, or is due to be prolonged) is left to the library that owns sessions.
 */
import type { Db } from '#db/client.ts';
import { gather } from '#shared/gather.ts';
import type { SignedInUser } from '../accounts/actor.ts';
import { hashCartToken } from '../cart/cart.ts';
import { type Shown, selectVisitors, type VisitorRow } from './visitors.store.ts';

/** How long sessions last, and how long one is left alone before it is prolonged, in milliseconds. */
export interface SessionTimes {
  lastsMs: number;
  leftAloneMs: number;
}

export interface KnownVisitor {
  user: SignedInUser | null;
  /** Units in the cart. */
  cartCount: number;
}

/** What cookies say, checked for their signature but not yet looked up. */
export interface Claim {
  sessionToken: string | null;
  cartToken: string | null;
}

/** Answers who it is; null: ask the library. */
export function createVisitors(db: Db, times: SessionTimes, now: () => Date) {
  const ask = gather<Shown, VisitorRow>((asked) => selectVisitors(db, asked));
  const stranger: KnownVisitor = { user: null, cartCount: 0 };
  return async ({ sessionToken, cartToken }: Claim): Promise<KnownVisitor | null> => {
    if (!sessionToken && !cartToken) return stranger;
    const cartTokenHash = cartToken && hashCartToken(cartToken);
    const row = await ask({ sessionToken, cartTokenHash });
    if (!row.id) return { user: null, cartCount: row.cartCount };
    const left = Number(row.expiresAt) - now().getTime();
    return left > times.lastsMs - times.leftAloneMs
      ? { user: toUser(row), cartCount: row.cartCount }
      : null;
  };
}

function toUser({ id, email, name, image, role, emailVerified }: VisitorRow): SignedInUser {
  return {
    id: String(id),
    email: String(email),
    name: String(name),
    image,
    role: role === 'admin' ? 'admin' : 'shopper',
    emailVerified: emailVerified === true,
  };
}
