import { AppError } from '#shared/errors.ts';

/** Who makes a request: a guest or a signed-in account, and the cart cookie if there is one. */
export interface Actor {
  user: SignedInUser | null;
  /** Null for guests. */
  session: ActorSession | null;
  /** The value of the guest's cart cookie. */
  cartToken: string | null;
  /** The tokens of guests' orders whose links the browser followed; absent if there are none. */
  orderTokens?: string[];
  /** The network of the request, by `siteOf`; absent for callers without a connection. */
  network?: string;
}

export interface ActorSession {
  id: string;
  /** The time of the sign-in. */
  createdAt: Date;
}

export interface SignedInUser {
  id: string;
  email: string;
  name: string;
  image: string | null;
  role: 'shopper' | 'admin';
  emailVerified: boolean;
}

type Role = SignedInUser['role'];

/** Whether a role sees and changes what goods cost. A new role does not compile before it is here. */
function seesCosts(role: Role): boolean {
  switch (role) {
    case 'admin':
      return true;
    case 'shopper':
      return false;
  }
}

declare const sees: unique symbol;

/** Somebody who may see and change costs. Only `requireCosts` makes one. */
export type CostReader = SignedInUser & { readonly [sees]: 'costs' };

/** An account's row, as the account itself sees it. */
export function toSignedInUser(
  row: Omit<SignedInUser, 'role' | 'image'> & {
    role?: string | null | undefined;
    image?: string | null | undefined;
  },
): SignedInUser {
  const { id, email, name, image, role, emailVerified } = row;
  return {
    id,
    email,
    name,
    image: image ?? null,
    role: role === 'admin' ? 'admin' : 'shopper',
    emailVerified,
  };
}

/** The signed-in account; refuses a guest with 401. */
export function requireUser(actor: Actor): SignedInUser {
  if (!actor.user) throw new AppError('unauthenticated', 'Please sign in first.');
  return actor.user;
}

/** The caller's session; refuses a guest with 401. */
export function requireSession(actor: Actor): ActorSession {
  if (!actor.session) throw new AppError('unauthenticated', 'Please sign in first.');
  return actor.session;
}

/** The signed-in admin; refuses a guest with 401 and a customer with 403. */
export function requireAdmin(actor: Actor): SignedInUser {
  const user = requireUser(actor);
  if (user.role !== 'admin') throw new AppError('forbidden', 'Only admins can do that.');
  return user;
}

/**
 * The signed-in member of staff who may see and change what goods cost the shop; refuses a guest
 * with 401 and all others with 403. Use cases that return or write costs call it.
 */
export function requireCosts(actor: Actor): CostReader {
  const user = requireUser(actor);
  if (!seesCosts(user.role)) throw new AppError('forbidden', 'Only admins can do that.');
  return user as CostReader;
}
