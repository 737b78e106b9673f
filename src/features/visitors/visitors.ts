/**
 * Owns the visitor of a request: the session, and the units in the cart. Promises: one statement
 * reads both, at most once per request; the result is as recent as the request, so ending a session
 * and changing a role act at once.
 */
import { LRUCache } from 'lru-cache';
import type { Database } from '#db/client.ts';
import type { SessionCookies } from '../accounts/accounts.ts';
import { type Actor, toSignedInUser } from '../actor.ts';
import { hashCartToken } from '../cart/cart.ts';
import { selectSession, selectVisitor } from './visitors.store.ts';
import type { VisitorKeys, VisitorRow } from './visitors-query.ts';

export { type VisitorKeys, type VisitorRow, visitorsQuery } from './visitors-query.ts';

/** The tokens in the cookies, after their signature was checked and before any lookup. */
export interface Credentials {
  sessionToken: string | null;
  cartToken: string | null;
}

export interface Visitor extends Pick<Actor, 'user' | 'session'> {
  /** Units in the cart. */
  cartCount: number;
}

export interface FoundVisitor extends Omit<Visitor, 'cartCount'> {
  /** Null when it was not read. Then `countCart` reads it. */
  cartCount: number | null;
  /** Set-Cookie headers of a renewed session, so that the browser stores it as long. */
  cookies: string[];
}

export interface VisitorReader {
  /** The credentials in a Cookie header; null for an unusual one that the library has to check. */
  readCredentials(cookies: string): Credentials | null;
  /**
   * Finds the visitor of this request. `incoming` is the request that `note` received. The cart is
   * not counted if `needsCount` is false, which takes a third less.
   */
  find(
    headers: Headers,
    incoming?: object,
    options?: { needsCount: boolean },
  ): Promise<FoundVisitor>;
  /** Stores a visitor that is already known for an incoming request. */
  note(incoming: object, visitor: Visitor): void;
}

/** How many parsed Cookie headers are cached. Parsing one always gives the same result. */
const REMEMBERED = 5_000;
const LONGEST = 2_000;

export function createVisitorReader(
  database: Pick<Database, 'pool'>,
  sessions: SessionCookies,
  readCartToken: (cookies: string) => string | null,
): VisitorReader {
  const remembered = new LRUCache<string, { credentials: Credentials | null }>({ max: REMEMBERED });
  const noted = new WeakMap<object, Visitor>();

  function readCredentials(cookies: string): Credentials | null {
    const known = remembered.get(cookies);
    if (known) return known.credentials;
    const sessionToken = sessions.tokenOf(cookies);
    const credentials =
      sessionToken === undefined ? null : { sessionToken, cartToken: readCartToken(cookies) };
    if (cookies.length > LONGEST) return credentials;
    remembered.set(cookies, { credentials });
    return credentials;
  }

  return {
    readCredentials,
    async find(headers, incoming, { needsCount } = { needsCount: true }) {
      const known = incoming && noted.get(incoming);
      if (known) return { ...known, cookies: [] };
      const credentials = readCredentials(headers.get('cookie') ?? '');
      if (credentials?.sessionToken === null) return GUEST;
      if (credentials?.sessionToken && !needsCount) {
        const session = await selectSession(database, credentials.sessionToken);
        const visitor = toVisitor({ session, cartCount: 0 }, sessions);
        if (visitor) return { ...visitor, cartCount: null, cookies: [] };
      } else if (credentials) {
        const visitor = toVisitor(await selectVisitor(database, keysOf(credentials)), sessions);
        if (visitor) return { ...visitor, cookies: [] };
      }
      return { ...(await sessions.askLibrary(headers)), cartCount: null };
    },
    note: (incoming, visitor) => noted.set(incoming, visitor),
  };
}

// Calls of guests need no count.
const GUEST: FoundVisitor = { user: null, session: null, cartCount: null, cookies: [] };

export function keysOf({ sessionToken, cartToken }: Credentials): VisitorKeys {
  return { sessionToken, cartTokenHash: cartToken && hashCartToken(cartToken) };
}

/** Null when the session has expired or is due for renewal, and the library has to check it. */
export function toVisitor(
  { session, cartCount }: VisitorRow,
  { isFresh }: Pick<SessionCookies, 'isFresh'>,
): Visitor | null {
  if (!session) return { user: null, session: null, cartCount };
  if (!isFresh(new Date(session.expiresAt))) return null;
  const { id, createdAt, user } = session;
  return { user: toSignedInUser(user), session: { id, createdAt: new Date(createdAt) }, cartCount };
}
