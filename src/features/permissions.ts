// Who may do what. Each use case calls one of these functions in its first lines.

import { AppError } from '#shared/errors.ts';
import type { Actor, ActorSession, SignedInUser } from './actor.ts';

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
